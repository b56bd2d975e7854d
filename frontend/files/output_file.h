/* SPDX-License-Identifier: MIT */
/* output_file.h - the files that tools write. */
#ifndef ERBIUM_OUTPUT_FILE_H
#define ERBIUM_OUTPUT_FILE_H

#include <string>
#include <vector>

namespace er {

/* Ends the program, with status 2, where the output is one of the files that are read, by whatever
 * name; "-" is stdin. */
void see_output (const std::string &output, const std::vector<std::string> &inputs);

/* Reads everything from a file descriptor.  Returns an error message, or an empty string. */
std::string read_all (int file, std::string &text);

/* Writes all of it, to stdout where path is "".  Returns what is wrong, or nothing; a part of a
 * file is removed. */
std::string write_output (const std::string &path, const std::string &text);

} // namespace er
#endif
