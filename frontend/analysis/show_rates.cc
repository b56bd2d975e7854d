/* SPDX-License-Identifier: MIT */
/* show_rates.cc - rates as text (show_rates.h).
 *
 *   network of main
 *     a (12:5): static, 3 turns a period
 *         writes r: 2 a turn; 0 before; at most 2 live
 *     b (13:5): static, 2 turns a period
 *         reads r: 3 a turn; 0 before; at most 3 live
 *     main: not static: several loops synchronise (20:5)
 */
#include "analysis/show_rates.h"

namespace er {

static std::string
at (Place place)
{
  return format (" (%u:%u)", place.line, place.column);
}

static std::string
record_of (const Network &network, size_t instance, size_t view)
{
  for (const Channel &c : network.channels)
    for (const auto *ends : { &c.writers, &c.readers })
      for (const End &end : *ends)
        if (end.instance == instance && end.view == view)
          return c.record->name + (c.closed ? "" : " (others may use it)");
  const View_rates &rates = network.view ({ instance, view });
  return rates.record ? rates.record->name + " (from elsewhere)" : "an unknown record";
}

static std::string
show_view (const Network &network, size_t instance, size_t k)
{
  const View_rates &view = network.view ({ instance, k });
  std::string line = std::string ("        ") + (view.write ? "writes " : "reads ")
                     + record_of (network, instance, k) + ": ";
  if (view.sites.empty ())
    return line + "not in the loop\n";
  line += format ("%lld a turn", (long long) view.rate);
  if (!view.after)
    return line + (view.write ? "; not committed\n" : "; not released\n");
  line += "; " + (view.before ? text (*view.before) : "unknown") + " before";
  return line
         + (view.live ? format ("; at most %lld live\n", (long long)view.live)
                      : "; unknown how many live\n");
}

static std::string
show_instance (const Network &network, size_t k, const std::vector<Part> &parts)
{
  const Instance &instance = network.instances[k];
  std::string text =
    "    " + instance.process->name + (instance.run ? at (instance.run->at) : "") + ": ";
  if (!instance.rates.is_static)
    return text + "not static: " + instance.rates.why + at (instance.rates.where) + "\n";
  text += "static";
  for (const Part &part : parts)
    if (part.turns.count (k))
      text += format (", %lld turn%s a period", (long long)part.turns.at (k),
                      part.turns.at (k) == 1 ? "" : "s");
  text += "\n";
  for (size_t v = 0; v < instance.rates.views.size (); v++)
    text += show_view (network, k, v);
  return text;
}

static void
report_wrong (const Network &network, const Part &part, Diagnostics &diagnostics)
{
  const End &w = part.wrong_writer, &r = part.wrong_reader;
  auto name = [&] (const End &end) {
    return "'" + network.instances[end.instance].process->name + "'";
  };
  diagnostics.error (
    part.wrong->made->at, "",
    format ("the rates of '%s' do not fit: ", part.wrong->record->name.c_str ()) + name (w)
      + format (" writes %lld a turn, ", (long long)network.view (w).rate) + name (r)
      + format (" reads %lld, and other records join the two otherwise",
                (long long)network.view (r).rate));
  diagnostics.note (network.view (r).sites[0].call->at,
                    "elements pile up in a record, or one of the two starves: change a rate");
}

std::string
show_rates (Module &module, Diagnostics &diagnostics)
{
  std::string result;
  for (const Network &network : networks_of (module))
    {
      std::vector<Part> parts = balance (network);
      result += "network of " + network.root->name + "\n";
      for (size_t k = 0; k < network.instances.size (); k++)
        result += show_instance (network, k, parts);
      for (const Part &part : parts)
        if (part.wrong)
          report_wrong (network, part, diagnostics);
    }
  return result;
}

} // namespace er
