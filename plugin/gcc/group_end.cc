/* SPDX-License-Identifier: GPL-3.0-or-later */
/* group_end.cc - the hook that is called when a message is complete with its notes.
 *
 *   GCC 11 to 13   a function of the diagnostic context
 *   GCC 14         a method of the only output: the plugin derives from the output of text
 *   from GCC 15    a method of each output: the plugin adds an output that writes nothing
 */
#include "gcc/releases.h"

#if GCC_RELEASE == 15
#include "diagnostic-buffer.h"
#include "diagnostic-format.h"
#elif GCC_RELEASE >= 16
#include "diagnostics/buffering.h"
#include "diagnostics/sink.h"
#endif
#include "options.h"
#include "opts.h"
#include "toplev.h"

namespace erbium {

static void (*on_end) ();

/* In most releases the context does not show its format, so this asks the command line. */
bool
text_messages_p ()
{
  for (unsigned n = 0; n < save_decoded_options_count; n++)
    if (save_decoded_options[n].opt_index == OPT_fdiagnostics_format_)
      return save_decoded_options[n].value == DIAGNOSTICS_OUTPUT_FORMAT_TEXT;
  return true;
}

bool
structured_messages_p ()
{
#if GCC_RELEASE >= 15
  for (unsigned n = 0; n < save_decoded_options_count; n++)
    if (save_decoded_options[n].opt_index == OPT_fdiagnostics_add_output_
        || save_decoded_options[n].opt_index == OPT_fdiagnostics_set_output_)
      return true;
#endif
  return !text_messages_p ();
}

#if GCC_RELEASE < 14

static void (*end_other) (diagnostic_context *);

static void
end_group (diagnostic_context *context)
{
  on_end ();
  if (end_other)
    end_other (context);
}

void
hook_group_end (void (*hook) ())
{
  on_end = hook;
  end_other = global_dc->end_group_cb;
  global_dc->end_group_cb = end_group;
}

#elif GCC_RELEASE == 14

namespace {

class output : public diagnostic_text_output_format
{
public:
  output () : diagnostic_text_output_format (*global_dc) {}
  void on_end_group () override { on_end (); }
};

} // namespace

/* Sets no hook for a format such as JSON, whose output cannot be extended. */
void
hook_group_end (void (*hook) ())
{
  on_end = hook;
  if (text_messages_p ())
    global_dc->set_output_format (new output);
}

#else

namespace {

#if GCC_RELEASE == 15
typedef diagnostic_output_format any_output;
typedef diagnostic_per_format_buffer output_buffer_base;
typedef diagnostic_diagram drawing;
#define make_buffer make_per_format_buffer
#else
typedef diagnostics::sink any_output;
typedef diagnostics::per_sink_buffer output_buffer_base;
typedef diagnostics::diagram drawing;
#define make_buffer make_per_sink_buffer
#endif

class no_buffer : public output_buffer_base
{
public:
  void dump (FILE *, int) const override {}
  bool empty_p () const override { return true; }
  void move_to (output_buffer_base &) override {}
  void clear () override {}
  void flush () override {}
};

class output : public any_output
{
public:
  output () : any_output (*global_dc) {}
  void on_end_group () override { on_end (); }
  /* Discards the message, which GCC has formatted for this output, too. */
  void on_report_diagnostic (const std::remove_pointer<message_info>::type &, message_kind) override
  {
    pp_output_formatted_text (get_printer ());
    pp_clear_output_area (get_printer ());
  }
  std::unique_ptr<output_buffer_base> make_buffer () override
  {
    return std::unique_ptr<output_buffer_base> (new no_buffer);
  }
  void set_buffer (output_buffer_base *) override {}
  void on_begin_group () override {}
  void on_report_verbatim (text_info &) override {}
  void on_diagram (const drawing &) override {}
  void after_diagnostic (const std::remove_pointer<message_info>::type &) override {}
  bool machine_readable_stderr_p () const override { return false; }
  bool follows_reference_printer_p () const override { return false; }
  void update_printer () override {}
#if GCC_RELEASE >= 16
  void dump_kind (FILE *file) const override { fputs ("erbium", file); }
  void report_global_digraph (const lazily_created<diagnostics::digraphs::digraph> &) override {}
  void report_digraph_for_logical_location (const lazily_created<diagnostics::digraphs::digraph> &,
                                            diagnostics::logical_locations::key) override {}
#endif
};

} // namespace

void
hook_group_end (void (*hook) ())
{
  on_end = hook;
  global_dc->add_sink (std::unique_ptr<any_output> (new output));
}

#endif

} // namespace erbium
