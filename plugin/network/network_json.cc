/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_json.cc - the text of the file that `network=FILE' writes (network_parts.h). */
#include "network/network_parts.h"

#include "file-prefix-map.h"

namespace erbium {

/* Returns the number of bytes of the character at P, up to END; 0 if it is no UTF-8. */
static size_t
character (const unsigned char *p, const unsigned char *end)
{
  size_t length = *p < 0x80 ? 1 : *p >= 0xc2 && *p < 0xe0 ? 2 : *p >= 0xe0 && *p < 0xf0 ? 3
                  : *p >= 0xf0 && *p < 0xf5 ? 4 : 0;
  if (length == 0 || length > (size_t) (end - p))
    return 0;
  for (size_t n = 1; n < length; n++)
    if ((p[n] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xf0 && p[1] < 0x90);
  bool surrogate = *p == 0xed && p[1] > 0x9f, beyond = *p == 0xf4 && p[1] > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

std::string
json_string (const std::string &text)
{
  std::string out = "\"";
  const unsigned char *p = (const unsigned char *) text.data (), *end = p + text.size ();
  while (p < end)
    {
      size_t length = character (p, end);
      char escaped[8];
      if (length == 0)
        out += "\\ufffd";
      else if (*p == '"' || *p == '\\')
        out += std::string ("\\") + (char) *p;
      else if (*p < 0x20)
        {
          snprintf (escaped, sizeof escaped, "\\u%04x", *p);
          out += escaped;
        }
      else
        out.append ((const char *) p, length);
      p += length ? length : 1;
    }
  return out + "\"";
}

std::string
json_list (const std::set<std::string> &texts)
{
  std::string out;
  for (const std::string &t : texts)
    out += (out.empty () ? "" : ", ") + json_string (t);
  return "[" + out + "]";
}

json_object &
json_object::raw (const char *key, const std::string &json)
{
  members += (members.empty () ? "" : ", ") + json_string (key) + ": " + json;
  return *this;
}

std::string
json_place (location_t loc)
{
  expanded_location place = expand_location (loc);
  if (!place.file || place.line == 0)
    return "null";
  return json_string (std::string (remap_macro_filename (place.file)) + ":"
                      + std::to_string (place.line) + ":" + std::to_string (place.column));
}

} // namespace erbium
