/* SPDX-License-Identifier: MIT */
/* erbium.hpp - Erbium for C++20: records, views that end with their scope, and ranges of bursts.
 *
 *   erbium::record<float> samples, smooth;
 *   erbium::run ("source", [=] {
 *     erbium::writer out (samples);
 *     out.write (std::views::iota (0, 1000));
 *   });
 *   erbium::run ("average", [=] {
 *     erbium::reader in (samples);
 *     erbium::writer out (smooth);
 *     for (std::span<const float> x : in.bursts (256, 3))      // 3 elements of history
 *       {
 *         auto y = out.acquire (x.size () - 3);
 *         for (std::size_t i = 0; i < y.size (); i++)
 *           y[i] = (x[i] + x[i + 1] + x[i + 2] + x[i + 3]) / 4;
 *         out.commit (y.size ());
 *       }
 *   });
 *   for (float y : erbium::reader (smooth).elements ())
 *     ...
 *
 * There are two levels.  read_view and write_view have the primitives of the paper (erbium.h), with
 * absolute indices that are exclusive ends.  reader and writer count for themselves and give bursts
 * as spans.  Nothing is copied at either level.
 *
 * Ownership.  A record is a handle that is copied freely; the runtime frees its elements when all
 * ids have ended.  Views, readers and writers can only be moved.  One that is destroyed ends: a
 * producer ends the stream, a consumer leaves it.  A view belongs to the process that has made it,
 * and this process must destroy it; run passes views among its arguments to the new process.  One
 * that was moved from is empty: it can be destroyed or assigned to, and `if (view)' is false.
 *
 * Exceptions.  Misuse, a deadlock and a lack of memory for a window end the program, as in C, and
 * functions of views throw nothing.  run throws what copying or moving its arguments throws, and
 * std::bad_alloc.  write throws what its range throws; what it has not committed is dropped.  An
 * exception unwinds the views of its process.  One that leaves the process ends the program
 * (std::terminate), as in a thread.  If processes are fibers, a process must not wait inside a
 * catch block, unless it has called erbium_keep_thread, because C++ keeps the exception that is
 * being handled per thread.
 *
 * Elements are trivially copyable, since windows that grow copy them; they are neither constructed
 * nor destroyed.  This header defines no macros; those of erbium.h come with it.
 */
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../erbium.h"

namespace erbium
{

using index = ::erbium_index;

// A place in the source: the last parameter of each function, whose default is its caller.  Some
// compilers have no std::source_location.
struct place
{
  const char *file;
  unsigned line;

  static constexpr place current (const char *file = __builtin_FILE (),
                                  unsigned line = __builtin_LINE ()) noexcept
  {
    return {file, line};
  }
};

template <typename T>
concept element = std::is_object_v<T> && std::is_trivially_copyable_v<T> && !std::is_const_v<T>
                  && !std::is_volatile_v<T>;

template <element T> class record;
template <element T> class read_view;
template <element T> class write_view;
template <element T> class reader;
template <element T> class writer;

// ---- Not for programs ----------------------------------------------------------------------

namespace detail
{

// "file:line" texts for messages.  The runtime keeps these addresses, so they are never freed.
struct text
{
  const char *file;
  unsigned line;
  std::string words;
  text *next;
};

inline std::atomic<text *> texts {nullptr};

inline const char *
text_of (const place &here)
{
  text *first = texts.load (std::memory_order_acquire);
  for (text *t = first; t; t = t->next)
    if (t->line == here.line && t->file == here.file)
      return t->words.c_str ();
  text *made = new text {here.file, here.line,
                         std::string (here.file) + ":" + std::to_string (here.line), first};
  while (!texts.compare_exchange_weak (made->next, made, std::memory_order_release))
    ;
  return made->words.c_str ();
}

// The last place from which a view was used, so that the list is searched only when it changes.
class last_place
{
  const char *file_ = nullptr, *words_ = nullptr;
  unsigned line_ = 0;

public:
  const char *operator() (const place &here)
  {
    if (here.line != line_ || here.file != file_)
      {
        words_ = text_of (here);
        file_ = here.file;
        line_ = here.line;
      }
    return words_;
  }
};

// An index and the place where it was written, for operator[].
struct position
{
  index i;
  place here;

  template <std::integral I>
  constexpr position (I at, const place &where = place::current ()) noexcept
  : i (static_cast<index> (at)), here (where)
  {
  }
};

// What read_view and write_view have in common.
class view
{
protected:
  ::erbium_view *v_ = nullptr;
  mutable last_place at_;

  view () = default;
  explicit view (::erbium_view *v) noexcept : v_ (v) {}
  view (view &&other) noexcept : v_ (std::exchange (other.v_, nullptr)), at_ (other.at_) {}
  ~view () { end (ERBIUM_TERMINATE, place::current ()); }

  void end (int how, const place &here) noexcept
  {
    if (v_)
      (::erbium_free_view) (v_, how, at_ (here));
    v_ = nullptr;
  }

  void replace (view &other) noexcept
  {
    if (this == &other)
      return;
    end (ERBIUM_TERMINATE, place::current ());
    v_ = std::exchange (other.v_, nullptr);
  }

  template <typename T> T *address (index from, index to, const place &here) const noexcept
  {
    if (v_->watch) [[unlikely]]
      ::erbium_check_slow (v_, from, to, 0, sizeof (T), at_ (here));
    return static_cast<T *> (::erbium_address (v_, from, 0, sizeof (T)));
  }

public:
  view (const view &) = delete;
  view &operator= (const view &) = delete;

  // Whether there is a view: it was not moved from, and has not ended.
  explicit operator bool () const noexcept { return v_ != nullptr; }

  // Sets or enlarges the horizon (erbium_alloc).
  void alloc (index horizon, const place &here = place::current ()) noexcept
  {
    (::erbium_alloc) (v_, horizon, at_ (here));
  }

  // Takes an id (erbium_register); -1 gives it up.
  int register_id (int id, const place &here = place::current ()) noexcept
  {
    return (::erbium_register) (v_, id, at_ (here));
  }

  // Ends the view now: the stream of a producer ends, a consumer leaves.
  void close (const place &here = place::current ()) noexcept { end (ERBIUM_TERMINATE, here); }

  // Ends the view; another one may take its id and continue at its index.
  void hand_over (const place &here = place::current ()) noexcept { end (ERBIUM_HANDOVER, here); }

  // Claims the next n elements of those that the views of a group share (erbium_claim).
  index claim (index n, int group, const place &here = place::current ()) noexcept
  {
    return (::erbium_claim) (v_, n, group, at_ (here));
  }

  // The view as erbium.h has it; it stays owned.
  ::erbium_view *get () const noexcept { return v_; }

  // Passes the view to the next process that the caller starts (erbium_give).
  void give (const place &here = place::current ()) noexcept
  {
    if (v_)
      (::erbium_give) (v_, at_ (here));
  }
};

// Passes views among the arguments of run to the process.
template <typename A>
void
give (A &argument, const place &here)
{
  if constexpr (requires { argument.give (here); })
    argument.give (here);
}

} // namespace detail

// ---- Records ---------------------------------------------------------------------------------

// A record of elements of type T: a handle, which is copied freely.
template <element T> class record
{
  ::erbium_record *r_;

public:
  using value_type = T;

  // Creates a record with so many ids of producers and consumers (erbium_new_record).
  explicit record (int producers = 1, int consumers = 1, const place &here = place::current ())
  : r_ ((::erbium_new_record) (sizeof (T), alignof (T), producers, consumers,
                               detail::text_of (here)))
  {
  }

  // Takes a record of erbium.h, or of a language binding, whose elements have type T.
  explicit record (::erbium_record *r) noexcept : r_ (r) {}
  record (ERBIUM_RECORD (T) r) noexcept
  : r_ (reinterpret_cast<::erbium_record *> (reinterpret_cast<std::uintptr_t> (r)))
  {
  }

  // Names the record in messages and statistics.
  const record &name (const char *name, const place &here = place::current ()) const
  {
    (::erbium_name_record) (r_, name, detail::text_of (here));
    return *this;
  }

  ::erbium_record *get () const noexcept { return r_; }

  // The record as an argument of ERBIUM_RUN.
  ERBIUM_RECORD (T) c_record () const noexcept
  {
    return reinterpret_cast<ERBIUM_RECORD (T)> (reinterpret_cast<std::uintptr_t> (r_));
  }
};

// ---- Views: the primitives ---------------------------------------------------------------------

// A view through which a consumer reads.
template <element T> class read_view : public detail::view
{
public:
  using value_type = T;

  read_view () = default;

  // Makes a view without an id: an observer, until register_id.
  explicit read_view (record<T> r, const place &here = place::current ())
  : view (::erbium_new_view (r.get (), 0, detail::text_of (here)))
  {
  }

  read_view (read_view &&) noexcept = default;
  read_view &operator= (read_view &&other) noexcept { return replace (other), *this; }

  // Waits until [0, i) is committed; returns i, or less at the end (erbium_update).
  index update (index i, const place &here = place::current ()) noexcept
  {
    if (i < v_->update_limit) [[likely]]
      return i;
    return ::erbium_update_slow (v_, i, 0, at_ (here));
  }

  // Returns [0, i) to the producers (erbium_release).
  void release (index i, const place &here = place::current ()) noexcept
  {
    ::erbium_slot *s = v_->release_slot;
    if (i <= ::erbium_load_relaxed (&s->index)) [[unlikely]]
      ::erbium_release_slow (v_, i, 0, at_ (here));
    else
      ::erbium_publish_fast (v_, s, i);
  }

  // Starts to fetch the elements up to i (erbium_receive).
  void receive (index i, const place &here = place::current ()) noexcept
  {
    (::erbium_receive) (v_, i, 0, at_ (here));
  }

  // Whether an update has found the end of the stream.
  bool done (const place &here = place::current ()) const noexcept
  {
    return (::erbium_done) (v_, at_ (here));
  }

  // How many elements an observer has lost (erbium_missed).
  index missed (const place &here = place::current ()) const noexcept
  {
    return (::erbium_missed) (v_, at_ (here));
  }

  const T &operator[] (detail::position p) const noexcept
  {
    return *address<const T> (p.i, p.i + 1, p.here);
  }

  // The elements [from, to), valid until the process calls the next primitive for this view.
  std::span<const T> span (index from, index to,
                           const place &here = place::current ()) const noexcept
  {
    return {address<const T> (from, to, here), static_cast<std::size_t> (to - from)};
  }
};

// A view through which a producer writes.
template <element T> class write_view : public detail::view
{
public:
  using value_type = T;

  write_view () = default;

  explicit write_view (record<T> r, const place &here = place::current ())
  : view (::erbium_new_view (r.get (), 1, detail::text_of (here)))
  {
  }

  write_view (write_view &&) noexcept = default;
  write_view &operator= (write_view &&other) noexcept { return replace (other), *this; }

  // Waits until [i - horizon, i) is writable (erbium_stall).
  void stall (index i, const place &here = place::current ()) noexcept
  {
    if (i >= v_->stall_limit) [[unlikely]]
      ::erbium_stall_slow (v_, i, 0, at_ (here));
  }

  // Publishes [0, i) (erbium_commit).
  void commit (index i, const place &here = place::current ()) noexcept
  {
    ::erbium_slot *s = v_->commit_slot;
    if (i <= ::erbium_load_relaxed (&s->index)) [[unlikely]]
      ::erbium_commit_slow (v_, i, 0, at_ (here));
    else
      ::erbium_publish_fast (v_, s, i);
  }

  T &operator[] (detail::position p) const noexcept
  {
    return *address<T> (p.i, p.i + 1, p.here);
  }

  std::span<T> span (index from, index to, const place &here = place::current ()) const noexcept
  {
    return {address<T> (from, to, here), static_cast<std::size_t> (to - from)};
  }
};

// ---- Readers and writers: bursts ---------------------------------------------------------------

// The horizon of readers and writers that do not name one, in elements.  A larger burst enlarges
// it.
inline constexpr index default_horizon = 1024;

// A consumer that counts for itself.
template <element T> class reader
{
  read_view<T> view_;
  index from_ = 0, to_ = 0, horizon_ = 0; // released, received

public:
  using value_type = T;
  class burst_iterator;
  class element_iterator;
  template <typename I> class range;

  reader () = default;

  // Becomes consumer `id' of the record, or takes the id over from one that has handed it over at
  // the index `from'.
  explicit reader (record<T> r, index horizon = default_horizon, int id = 1, index from = 0,
                   const place &here = place::current ())
  : view_ (r, here), from_ (from), to_ (from), horizon_ (horizon)
  {
    view_.register_id (id, here);
    view_.alloc (horizon, here);
  }

  reader (reader &&) noexcept = default;
  reader &operator= (reader &&) noexcept = default;

  // Waits for n elements, n >= 1, behind those that were released, and returns them; fewer, or
  // none, at the end of the stream.  Valid until the next call for this reader.
  std::span<const T> receive (std::size_t n, const place &here = place::current ()) noexcept
  {
    index wanted = from_ + static_cast<index> (n);
    if (wanted - from_ > horizon_) [[unlikely]]
      view_.alloc (horizon_ = wanted - from_, here);
    if (wanted > to_)
      if (index to = view_.update (wanted, here); to > to_)
        to_ = to;
    return view_.span (from_, wanted < to_ ? wanted : to_, here);
  }

  // Returns the first n of the received elements to the producers.
  void release (std::size_t n, const place &here = place::current ()) noexcept
  {
    if (n)
      view_.release (from_ += static_cast<index> (n), here);
  }

  // The stream in bursts of n elements, the last one shorter.  Each also contains the `history'
  // elements before its own: bursts overlap, and elements before the first complete history have
  // no burst.  Going to the next burst releases what that does not contain; a loop that is left
  // keeps its burst, which the next receive returns.
  range<burst_iterator> bursts (std::size_t n, std::size_t history = 0) noexcept
  {
    return range<burst_iterator> (*this, n, history);
  }

  // The stream, an element at a time; n are released together.
  range<element_iterator> elements (std::size_t n = default_horizon / 4) noexcept
  {
    return range<element_iterator> (*this, n, 0);
  }

  void close (const place &here = place::current ()) noexcept { view_.close (here); }

  // Ends it, leaves its id to another one, and returns the index at which that goes on.
  index hand_over (const place &here = place::current ()) noexcept
  {
    view_.hand_over (here);
    return from_;
  }

  void give (const place &here = place::current ()) noexcept { view_.give (here); }
  explicit operator bool () const noexcept { return static_cast<bool> (view_); }
  read_view<T> &view () noexcept { return view_; }
};

// An iterator of bursts.  It is the state of the reader, so all copies advance together.
template <element T> class reader<T>::burst_iterator
{
protected:
  reader *of_ = nullptr;
  std::size_t n_ = 0, history_ = 0;
  std::span<const T> burst_;

  void get (const place &here) noexcept
  {
    burst_ = of_->receive (n_ + history_, here);
    if (burst_.size () <= history_)
      burst_ = {};
  }

public:
  using iterator_concept = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = std::span<const T>;

  burst_iterator () = default;
  burst_iterator (reader &of, std::size_t n, std::size_t history) noexcept
  : of_ (&of), n_ (n), history_ (history)
  {
    get (place::current ());
  }

  std::span<const T> operator* () const noexcept { return burst_; }
  burst_iterator &operator++ () noexcept
  {
    of_->release (burst_.size () - history_);
    get (place::current ());
    return *this;
  }
  void operator++ (int) noexcept { ++*this; }
  bool operator== (std::default_sentinel_t) const noexcept { return burst_.empty (); }
};

template <element T> class reader<T>::element_iterator
{
  reader *of_ = nullptr;
  std::size_t n_ = 0;
  const T *at_ = nullptr, *end_ = nullptr;

  void get () noexcept
  {
    std::span<const T> burst = of_->receive (1);
    if (!burst.empty ()) // what is there besides
      burst = of_->receive (there ());
    at_ = burst.data ();
    end_ = at_ + burst.size ();
    n_ = burst.size ();
  }

  // How many elements can be had without waiting, at most the batch.
  std::size_t there () const noexcept
  {
    index limit = of_->view_.get ()->update_limit - 1 - of_->from_;
    return limit < 1 ? 1 : limit < static_cast<index> (batch_) ? static_cast<std::size_t> (limit)
                                                               : batch_;
  }

  std::size_t batch_ = 1;

public:
  using iterator_concept = std::input_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = T;

  element_iterator () = default;
  element_iterator (reader &of, std::size_t n, std::size_t) noexcept : of_ (&of), batch_ (n)
  {
    get ();
  }

  const T &operator* () const noexcept { return *at_; }
  const T *operator->() const noexcept { return at_; }
  element_iterator &operator++ () noexcept
  {
    if (++at_ == end_)
      {
        of_->release (n_);
        get ();
      }
    return *this;
  }
  void operator++ (int) noexcept { ++*this; }
  bool operator== (std::default_sentinel_t) const noexcept { return n_ == 0; }
};

// A view in the sense of std::ranges, of a reader that lives longer.
template <element T>
template <typename I>
class reader<T>::range : public std::ranges::view_base
{
  reader *of_ = nullptr;
  std::size_t n_ = 1, history_ = 0;

public:
  range () = default;
  range (reader &of, std::size_t n, std::size_t history) noexcept
  : of_ (&of), n_ (n), history_ (history)
  {
  }

  I begin () const noexcept { return I (*of_, n_, history_); }
  std::default_sentinel_t end () const noexcept { return {}; }
};

// A producer that counts for itself.
template <element T> class writer
{
  write_view<T> view_;
  index from_ = 0, to_ = 0, horizon_ = 0; // committed, acquired

public:
  using value_type = T;

  writer () = default;

  // Becomes producer `id' of the record, or takes the id over from one that has handed it over at
  // the index `from'.
  explicit writer (record<T> r, index horizon = default_horizon, int id = 1, index from = 0,
                   const place &here = place::current ())
  : view_ (r, here), from_ (from), to_ (from), horizon_ (horizon)
  {
    view_.register_id (id, here);
    view_.alloc (horizon, here);
  }

  writer (writer &&) noexcept = default;
  writer &operator= (writer &&) noexcept = default;

  // Waits for room for n elements, and returns them to be written.  Valid until the next call for
  // this writer.
  std::span<T> acquire (std::size_t n, const place &here = place::current ()) noexcept
  {
    index wanted = from_ + static_cast<index> (n);
    if (wanted - from_ > horizon_) [[unlikely]]
      view_.alloc (horizon_ = wanted - from_, here);
    if (wanted > to_)
      view_.stall (to_ = wanted, here);
    return view_.span (from_, wanted, here);
  }

  // Publishes the first n of the acquired elements.
  void commit (std::size_t n, const place &here = place::current ()) noexcept
  {
    if (n)
      view_.commit (from_ += static_cast<index> (n), here);
  }

  // Writes one element, and publishes it.
  void push (const T &value, const place &here = place::current ()) noexcept
  {
    acquire (1, here)[0] = value;
    commit (1, here);
  }

  // Writes the elements of a range, and publishes `burst' of them together.
  template <std::ranges::input_range R>
    requires std::convertible_to<std::ranges::range_reference_t<R>, T>
  void write (R &&elements, std::size_t burst = default_horizon / 4,
              const place &here = place::current ())
  {
    auto at = std::ranges::begin (elements);
    auto end = std::ranges::end (elements);
    while (at != end)
      {
        std::span<T> room = acquire (burst, here);
        std::size_t n = 0;
        for (; n < room.size () && at != end; ++at)
          room[n++] = static_cast<T> (*at);
        commit (n, here);
      }
  }

  void close (const place &here = place::current ()) noexcept { view_.close (here); }

  // Ends it, leaves its id to another one, and returns the index at which that goes on.
  index hand_over (const place &here = place::current ()) noexcept
  {
    view_.hand_over (here);
    return from_;
  }

  void give (const place &here = place::current ()) noexcept { view_.give (here); }
  explicit operator bool () const noexcept { return static_cast<bool> (view_); }
  write_view<T> &view () noexcept { return view_; }
};

// ---- Processes ---------------------------------------------------------------------------------

// A process that was started: a handle, which is copied freely.  Destroying it does nothing; the
// program ends when all processes have ended.
class process
{
  ::erbium_process handle_ = 0;

public:
  process () = default;
  explicit process (::erbium_process handle) noexcept : handle_ (handle) {}

  // Waits until the process has ended.
  void join (const place &here = place::current ()) const
  {
    (::erbium_join) (handle_, detail::text_of (here));
  }
};

// The name of a process, and the place where it is started.
struct named
{
  const char *name;
  place here;

  named (const char *called, const place &where = place::current ()) noexcept
  : name (called), here (where)
  {
  }
};

// Starts a process that calls function (arguments...).  Both are copied or moved into the process,
// and destroyed when it ends; views among the arguments, but not those that a lambda has captured,
// become its own.  Does not wait.  Not for ERBIUM_TASK=rank, whose processes get no addresses.
template <typename F, typename... A>
  requires std::invocable<std::decay_t<F> &, std::decay_t<A> &...>
process
run (const named &what, F &&function, A &&...arguments)
{
  using call = std::tuple<std::decay_t<F>, std::decay_t<A>...>;
  auto made = std::make_unique<call> (std::forward<F> (function), std::forward<A> (arguments)...);
  std::apply ([&] (auto &, auto &...a) { (detail::give (a, what.here), ...); }, *made);
  call *address = made.release ();
  auto body = [] (void *argument) noexcept {
    call *passed;
    std::memcpy (&passed, argument, sizeof passed);
    std::unique_ptr<call> own (passed);
    std::apply ([] (auto &f, auto &...a) { std::invoke (f, a...); }, *own);
  };
  return process (::erbium_start (what.name, body, sizeof address, &address,
                                  detail::text_of (what.here)));
}

// Waits until all processes of the program have ended, except the caller.
inline void
join_all (const place &here = place::current ())
{
  (::erbium_join_all) (detail::text_of (here));
}

} // namespace erbium
