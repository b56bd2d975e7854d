/* SPDX-License-Identifier: MIT */
/* output_file.h - the files that tools write. */
#ifndef ERBIUM_OUTPUT_FILE_H
#define ERBIUM_OUTPUT_FILE_H

#include <string>
#include <vector>

namespace er {

/* Ends the program with status 2 if the output is one of the files that are read, even under
 * another name; "-" is stdin. */
void see_output (const std::string &output, const std::vector<std::string> &inputs);

/* Reads everything from a file descriptor.  Returns an error message, or an empty string. */
std::string read_all (int file, std::string &text);

/* Writes the whole text to the file, or to stdout if path is "".  Returns an error message, or an
 * empty string.  Removes a file that was written only in part. */
std::string write_output (const std::string &path, const std::string &text);

} // namespace er
#endif
