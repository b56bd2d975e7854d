/* SPDX-License-Identifier: MIT */
/* network.c - erbium._network, the part of the Python module that is written in C.
 *
 * The idea: a burst is an object with a buffer, whose memory is that of the record.  NumPy makes an
 * array of it without a copy.  Whatever waits gives the lock of the interpreter (GIL) away first;
 * what does not wait keeps it, since to give it away and take it costs more than a burst
 * (erbium_burst_ready).
 *
 * Lifetimes.  An array may outlive its burst: then it shows other elements, but its memory must
 * still be there.  A burst keeps its record, and a Record keeps a view without an id, which no
 * process waits for, so that the runtime does not free the memory.
 *
 * Processes.  One in Python is a process of Erbium that calls a Python function.  It stays on its
 * thread, since the interpreter keeps its state there.  One in C is called through libffi and never
 * takes the lock.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <ffi.h>

#include "erbium.h"
#include "erbium/burst.h"

static PyObject *error_type; /* erbium.Error */

/* ---- Codes of erbium/burst.h ------------------------------------------- */

/* Sets the exception for a negative code, and returns NULL. */
static PyObject *
raise (int32_t code)
{
  PyObject *type = code == ERBIUM_BURST_INVALID || code == ERBIUM_BURST_TOO_LARGE
                   ? PyExc_ValueError : error_type;
  if (code == ERBIUM_BURST_NO_MEMORY)
    return PyErr_NoMemory ();
  PyErr_SetString (type, erbium_burst_message (code));
  return NULL;
}

static PyObject *
none_or_error (int32_t code)
{
  if (code < 0)
    return raise (code);
  Py_RETURN_NONE;
}

/* ---- Records ----------------------------------------------------------- */

typedef struct
{
  PyObject_HEAD
  erbium_record *record;
  erbium_view *keeper;  /* without an id; belongs to the thread that made it */
  unsigned long thread;
  Py_ssize_t size;      /* of an element */
} Record;

static int
record_init (Record *self, PyObject *arguments, PyObject *words)
{
  static char *names[] = { "size", "align", "producers", "consumers", "name", NULL };
  Py_ssize_t size, align;
  int producers = 1, consumers = 1;
  const char *name = NULL;
  if (self->record || !PyArg_ParseTupleAndKeywords (arguments, words, "nn|iiz", names, &size,
                                                    &align, &producers, &consumers, &name))
    return -1;
  int32_t code = erbium_burst_record (size, align, producers, consumers, name, &self->record);
  if (code)
    return raise (code), -1;
  self->keeper = erbium_new_view (self->record, 0, "erbium.Record");
  self->thread = PyThread_get_thread_ident ();
  self->size = size;
  return 0;
}

/* A thread other than that of the view cannot free it: then the record stays until the end. */
static void
record_dealloc (Record *self)
{
  PyTypeObject *type = Py_TYPE (self);
  if (self->keeper && self->thread == PyThread_get_thread_ident ())
    (erbium_free_view) (self->keeper, ERBIUM_TERMINATE, "erbium.Record");
  type->tp_free (self);
  Py_DECREF (type);
}

static PyObject *
record_address (Record *self, void *unused)
{
  (void) unused;
  return PyLong_FromVoidPtr (self->record);
}

static PyGetSetDef record_members[] = {
  { "address", (getter) record_address, NULL, "The record as a pointer, for C.", NULL },
  { NULL, NULL, NULL, NULL, NULL }
};

static PyType_Slot record_slots[] = {
  { Py_tp_doc, "Record(size, align, producers=1, consumers=1, name=None)" },
  { Py_tp_new, PyType_GenericNew },
  { Py_tp_init, record_init },
  { Py_tp_dealloc, record_dealloc },
  { Py_tp_getset, record_members },
  { 0, NULL }
};

static PyType_Spec record_spec = { "erbium._network.Record", sizeof (Record), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, record_slots };

/* ---- Bursts ------------------------------------------------------------ */

typedef struct
{
  PyObject_HEAD
  PyObject *record; /* whose memory this is */
  void *at;
  Py_ssize_t bytes;
  int read_only;
} Burst;

static PyTypeObject *burst_type, *record_type;

static int
burst_buffer (Burst *self, Py_buffer *buffer, int flags)
{
  return PyBuffer_FillInfo (buffer, (PyObject *) self, self->at, self->bytes, self->read_only,
                            flags);
}

static void
burst_dealloc (Burst *self)
{
  PyTypeObject *type = Py_TYPE (self);
  Py_XDECREF (self->record);
  type->tp_free (self);
  Py_DECREF (type);
}

static PyType_Slot burst_slots[] = {
  { Py_tp_doc, "Elements in the memory of a record, as a buffer of bytes." },
  { Py_tp_dealloc, burst_dealloc },
  { Py_bf_getbuffer, burst_buffer },
  { 0, NULL }
};

static PyType_Spec burst_spec = { "erbium._network.Burst", sizeof (Burst), 0, Py_TPFLAGS_DEFAULT,
                                  burst_slots };

static PyObject *
new_burst (Record *record, void *at, int64_t n, int read_only)
{
  static char nothing[1]; /* an empty burst has no address */
  Burst *burst = PyObject_New (Burst, burst_type);
  if (!burst)
    return NULL;
  burst->record = Py_NewRef ((PyObject *) record);
  burst->at = at ? at : nothing;
  burst->bytes = n * record->size;
  burst->read_only = read_only;
  return (PyObject *) burst;
}

/* ---- Ends -------------------------------------------------------------- */

typedef struct
{
  PyObject_HEAD
  Record *record;
  struct erbium_burst *end; /* NULL: closed */
  unsigned long thread;
} End;

static int
end_init (End *self, PyObject *arguments, PyObject *words)
{
  static char *names[] = { "record", "writes", "id", "horizon", NULL };
  Record *record;
  int writes, id = 1;
  long long horizon = 1;
  if (self->end || !PyArg_ParseTupleAndKeywords (arguments, words, "O!p|iL", names, record_type,
                                                 &record, &writes, &id, &horizon))
    return -1;
  int32_t code = erbium_burst_open (record->record,
                                    writes ? ERBIUM_BURST_WRITE : ERBIUM_BURST_READ, id, horizon,
                                    &self->end);
  if (code)
    return raise (code), -1;
  self->record = (Record *) Py_NewRef ((PyObject *) record);
  self->thread = PyThread_get_thread_ident ();
  return 0;
}

static int32_t
close_end (End *self)
{
  int32_t code = erbium_burst_close (self->end);
  if (code == 0)
    self->end = NULL;
  return code;
}

static void
end_dealloc (End *self)
{
  PyTypeObject *type = Py_TYPE (self);
  if (self->end && self->thread == PyThread_get_thread_ident ())
    close_end (self);
  Py_XDECREF ((PyObject *) self->record);
  type->tp_free (self);
  Py_DECREF (type);
}

static PyObject *
end_close (End *self, PyObject *unused)
{
  (void) unused;
  return none_or_error (close_end (self));
}

/* Reads the number of elements of a call for an open end; -1 with an exception if there is none. */
static int64_t
elements_of (const End *self, PyObject *number)
{
  if (!self->end)
    {
      PyErr_SetString (error_type, "the end is closed");
      return -1;
    }
  long long n = PyLong_AsLongLong (number);
  if (n < 0 && !PyErr_Occurred ())
    PyErr_SetString (PyExc_ValueError, "the number of elements is negative");
  return n;
}

/* Whether the next call for n elements keeps the lock; a negative code is left to that call. */
static int
keeps_lock (const End *self, int64_t n)
{
  return erbium_burst_ready (self->end, n) != 0;
}

static PyObject *
end_acquire (End *self, PyObject *number)
{
  int64_t n = elements_of (self, number);
  void *at = NULL;
  int32_t code;
  if (n < 0)
    return NULL;
  if (keeps_lock (self, n))
    code = erbium_burst_acquire (self->end, n, &at);
  else
    {
      Py_BEGIN_ALLOW_THREADS
      code = erbium_burst_acquire (self->end, n, &at);
      Py_END_ALLOW_THREADS
    }
  return code < 0 ? raise (code) : new_burst (self->record, at, n, 0);
}

static PyObject *
end_receive (End *self, PyObject *number)
{
  int64_t n = elements_of (self, number);
  const void *at = NULL;
  int64_t got = 0;
  int32_t code;
  if (n < 0)
    return NULL;
  if (keeps_lock (self, n))
    code = erbium_burst_receive (self->end, n, &at, &got);
  else
    {
      Py_BEGIN_ALLOW_THREADS
      code = erbium_burst_receive (self->end, n, &at, &got);
      Py_END_ALLOW_THREADS
    }
  return code < 0 ? raise (code) : new_burst (self->record, (void *) at, got, 1);
}

static PyObject *
end_commit (End *self, PyObject *number)
{
  int64_t n = elements_of (self, number);
  if (n < 0)
    return NULL;
  return none_or_error (erbium_burst_commit (self->end, n));
}

static PyObject *
end_release (End *self, PyObject *number)
{
  int64_t n = elements_of (self, number);
  if (n < 0)
    return NULL;
  return none_or_error (erbium_burst_release (self->end, n));
}

static PyMethodDef end_methods[] = {
  { "_acquire", (PyCFunction) end_acquire, METH_O, "Waits for room for n elements." },
  { "_receive", (PyCFunction) end_receive, METH_O, "Waits for n elements, or for the end." },
  { "commit", (PyCFunction) end_commit, METH_O, "Publishes the first n acquired elements." },
  { "release", (PyCFunction) end_release, METH_O, "Returns the first n received elements." },
  { "close", (PyCFunction) end_close, METH_NOARGS,
    "Ends the stream, or leaves it; may be called again." },
  { NULL, NULL, 0, NULL }
};

static PyType_Slot end_slots[] = {
  { Py_tp_doc, "End(record, writes, id=1, horizon=1)" },
  { Py_tp_new, PyType_GenericNew },
  { Py_tp_init, end_init },
  { Py_tp_dealloc, end_dealloc },
  { Py_tp_methods, end_methods },
  { 0, NULL }
};

static PyType_Spec end_spec = { "erbium._network.End", sizeof (End), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, end_slots };

/* ---- Processes in Python ----------------------------------------------- */

static void
call_python (void *function)
{
  erbium_keep_thread ();
  PyGILState_STATE state = PyGILState_Ensure ();
  PyObject *result = PyObject_CallNoArgs (function);
  if (!result)
    PyErr_WriteUnraisable (function); /* the module catches what functions of programs raise */
  Py_XDECREF (result);
  Py_DECREF ((PyObject *) function);
  PyGILState_Release (state);
}

static PyObject *
run_python (PyObject *self, PyObject *arguments)
{
  (void) self;
  const char *name;
  PyObject *function;
  int64_t process;
  if (!PyArg_ParseTuple (arguments, "sO", &name, &function))
    return NULL;
  int32_t code = erbium_burst_run (name, call_python, Py_NewRef (function), &process);
  return code < 0 ? raise (code) : PyLong_FromLongLong (process);
}

/* ---- Processes in C ---------------------------------------------------- */

enum { MOST_ARGUMENTS = 64 };

struct c_call
{
  void (*function) (void);
  ffi_cif interface;
  ffi_type *types[MOST_ARGUMENTS];
  union { void *p; int64_t l; double d; float f; } values[MOST_ARGUMENTS];
  void *addresses[MOST_ARGUMENTS];
};

static void
call_c (void *argument)
{
  struct c_call *call = argument;
  ffi_call (&call->interface, FFI_FN (call->function), NULL, call->addresses);
  free (call);
}

/* Sets argument i: `p', a pointer, or `l', of 64 bits, are int; `d' and `f' are float. */
static int
set_argument (struct c_call *call, Py_ssize_t i, char type, PyObject *value)
{
  call->addresses[i] = &call->values[i];
  switch (type)
    {
    case 'p':
      call->types[i] = &ffi_type_pointer;
      call->values[i].p = PyLong_AsVoidPtr (value);
      break;
    case 'l':
      call->types[i] = &ffi_type_sint64;
      call->values[i].l = PyLong_AsLongLong (value);
      break;
    case 'd':
      call->types[i] = &ffi_type_double;
      call->values[i].d = PyFloat_AsDouble (value);
      break;
    case 'f':
      call->types[i] = &ffi_type_float;
      call->values[i].f = (float) PyFloat_AsDouble (value);
      break;
    default:
      PyErr_Format (PyExc_ValueError, "unknown type '%c' of an argument", type);
    }
  return PyErr_Occurred () ? -1 : 0;
}

static PyObject *
run_c (PyObject *self, PyObject *arguments)
{
  (void) self;
  const char *name, *types;
  Py_ssize_t n;
  PyObject *function, *values;
  int64_t process;
  if (!PyArg_ParseTuple (arguments, "sO!s#O!", &name, &PyLong_Type, &function, &types, &n,
                         &PyTuple_Type, &values))
    return NULL;
  if (n > MOST_ARGUMENTS || n != PyTuple_GET_SIZE (values))
    return PyErr_Format (PyExc_ValueError, "%zd arguments; expected at most %d", n,
                         MOST_ARGUMENTS);
  struct c_call *call = calloc (1, sizeof *call);
  if (!call)
    return PyErr_NoMemory ();
  call->function = (void (*) (void)) PyLong_AsVoidPtr (function);
  for (Py_ssize_t i = 0; i < n; i++)
    if (set_argument (call, i, types[i], PyTuple_GET_ITEM (values, i)) < 0)
      return free (call), NULL;
  if (ffi_prep_cif (&call->interface, FFI_DEFAULT_ABI, (unsigned) n, &ffi_type_void, call->types)
      != FFI_OK)
    {
      free (call);
      PyErr_SetString (PyExc_ValueError, "libffi rejects the types of the arguments");
      return NULL;
    }
  int32_t code = erbium_burst_run (name, call_c, call, &process);
  return code < 0 ? raise (code) : PyLong_FromLongLong (process);
}

/* ---- A source that is an array ----------------------------------------- */

struct feed
{
  struct erbium_record *record;
  const char *from;
  int64_t elements, size, burst;
  int id;
};

static void
feed_array (void *argument)
{
  struct feed f = *(struct feed *) argument;
  struct erbium_burst *out;
  free (argument);
  if (erbium_burst_open (f.record, ERBIUM_BURST_WRITE, f.id, 2 * f.burst, &out) < 0)
    return;
  for (int64_t i = 0, n; i < f.elements; i += n)
    {
      void *at;
      n = f.burst < f.elements - i ? f.burst : f.elements - i;
      erbium_burst_acquire (out, n, &at);
      memcpy (at, f.from + i * f.size, (size_t) (n * f.size));
      erbium_burst_commit (out, n);
    }
  erbium_burst_close (out);
}

/* The caller keeps the array at this address until the process has ended. */
static PyObject *
run_feed (PyObject *self, PyObject *arguments)
{
  (void) self;
  const char *name;
  Record *record;
  PyObject *address;
  long long elements, burst;
  int id;
  int64_t process;
  if (!PyArg_ParseTuple (arguments, "sO!O!LLi", &name, record_type, &record, &PyLong_Type,
                         &address, &elements, &burst, &id))
    return NULL;
  struct feed *f = malloc (sizeof *f);
  if (!f)
    return PyErr_NoMemory ();
  *f = (struct feed) { record->record, PyLong_AsVoidPtr (address), elements, record->size, burst,
                       id };
  int32_t code = erbium_burst_run (name, feed_array, f, &process);
  return code < 0 ? raise (code) : PyLong_FromLongLong (process);
}

/* ---- The module -------------------------------------------------------- */

static PyObject *
join (PyObject *self, PyObject *number)
{
  (void) self;
  long long process = PyLong_AsLongLong (number);
  int32_t code;
  if (process == -1 && PyErr_Occurred ())
    return NULL;
  Py_BEGIN_ALLOW_THREADS
  code = erbium_burst_join (process);
  Py_END_ALLOW_THREADS
  return none_or_error (code);
}

static PyObject *
set (PyObject *self, PyObject *arguments)
{
  (void) self;
  const char *name, *value;
  if (!PyArg_ParseTuple (arguments, "ss", &name, &value))
    return NULL;
  if (erbium_set (name, value) != 0)
    return PyErr_Format (PyExc_ValueError, "setting '%s' cannot be '%s'", name, value);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
  { "run_python", run_python, METH_VARARGS, "run_python(name, function): starts a process." },
  { "run_c", run_c, METH_VARARGS, "run_c(name, address, types, values): starts a process." },
  { "run_feed", run_feed, METH_VARARGS,
    "run_feed(name, record, address, elements, burst, id): starts a source." },
  { "join", join, METH_O, "join(process): waits for its end." },
  { "set", set, METH_VARARGS, "set(name, value): changes a setting." },
  { NULL, NULL, 0, NULL }
};

static struct PyModuleDef module = {
  PyModuleDef_HEAD_INIT, "erbium._network", "Records and processes of Erbium.", -1, functions,
  NULL, NULL, NULL, NULL
};

static PyObject *
add_type (PyObject *to, const char *name, PyType_Spec *spec)
{
  PyObject *type = PyType_FromSpec (spec);
  if (type && PyModule_AddObjectRef (to, name, type) < 0)
    Py_CLEAR (type);
  return type;
}

/* The runtime begins here and not with the first record: in a process that has threads, such as
 * those of NumPy's library for matrices, that takes the system some milliseconds. */
PyMODINIT_FUNC
PyInit__network (void)
{
  (erbium_program_enter) (NULL, "erbium");
  PyObject *m = PyModule_Create (&module);
  if (!m)
    return NULL;
  error_type = PyErr_NewExceptionWithDoc ("erbium.Error", "An end of a record was used wrongly.",
                                          PyExc_RuntimeError, NULL);
  record_type = (PyTypeObject *) add_type (m, "Record", &record_spec);
  burst_type = (PyTypeObject *) add_type (m, "Burst", &burst_spec);
  if (!error_type || PyModule_AddObjectRef (m, "Error", error_type) < 0 || !record_type
      || !burst_type || !add_type (m, "End", &end_spec))
    Py_CLEAR (m);
  return m;
}
