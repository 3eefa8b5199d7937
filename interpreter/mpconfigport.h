// What the phone's Python can do: all of the language that scoring/ and table/ are written in, and of its library only
// what they import. What is left out here is not sent to phones.

#include <stdint.h>
#include <stdlib.h> // memory of the heap is asked for with malloc

// The language.
#define MICROPY_CONFIG_ROM_LEVEL (MICROPY_CONFIG_ROM_LEVEL_EXTRA_FEATURES)
#define MICROPY_LONGINT_IMPL (MICROPY_LONGINT_IMPL_MPZ)
#define MICROPY_FLOAT_IMPL (MICROPY_FLOAT_IMPL_DOUBLE) // JSON may hold one, which is then refused in words
#define MICROPY_PY_ASYNC_AWAIT (0)
#define MICROPY_PY_BUILTINS_COMPLEX (0)
#define MICROPY_PY_BUILTINS_EXECFILE (0)
#define MICROPY_PY_BUILTINS_HELP (0)
#define MICROPY_PY_BUILTINS_INPUT (0)
#define MICROPY_PY_BUILTINS_MEMORYVIEW (0)
#define MICROPY_PY_BUILTINS_BYTEARRAY (0)
#define MICROPY_PY_BUILTINS_POW3 (0)

// The library: json, collections, sys, and os.listdir of main.c.
#define MICROPY_PY_ARRAY (0)
#define MICROPY_PY_ASYNCIO (0)
#define MICROPY_PY_BINASCII (0)
#define MICROPY_PY_CMATH (0)
#define MICROPY_PY_COLLECTIONS_DEQUE (0)
#define MICROPY_PY_DEFLATE (0)
#define MICROPY_PY_ERRNO (0)
#define MICROPY_PY_FRAMEBUF (0)
#define MICROPY_PY_GC (0)
#define MICROPY_PY_HASHLIB (0)
#define MICROPY_PY_HEAPQ (0)
#define MICROPY_PY_IO (1) // json reads texts through it
#define MICROPY_PY_IO_BYTESIO (0)
#define MICROPY_PY_IO_IOBASE (0)
#define MICROPY_PY_MATH (0)
#define MICROPY_PY_MICROPYTHON (0)
#define MICROPY_PY_OS (0)
#define MICROPY_PY_PLATFORM (0)
#define MICROPY_PY_RANDOM (0)
#define MICROPY_PY_RE (0)
#define MICROPY_PY_SELECT (0)
#define MICROPY_PY_STRUCT (0)
#define MICROPY_PY_SYS_PLATFORM "phone"
#define MICROPY_PY_SYS_PS1_PS2 (0)
#define MICROPY_PY_SYS_STDFILES (0)
#define MICROPY_PY_SYS_STDIO_BUFFER (0)
#define MICROPY_PY_TIME (0)
#define MICROPY_PY_UCTYPES (0)
#define MICROPY_VFS (0)

// How it runs: it is given texts, and memory is swept only between two questions, when nothing on the stack is in use.
#define MICROPY_ENABLE_EXTERNAL_IMPORT (1)
#define MICROPY_ENABLE_GC (1)
#define MICROPY_ENABLE_FINALISER (0)
#define MICROPY_ENABLE_PYSTACK (1)
#define MICROPY_ENABLE_SCHEDULER (0)
#define MICROPY_GC_SPLIT_HEAP (1)
#define MICROPY_GC_SPLIT_HEAP_AUTO (1)
#define MICROPY_HELPER_REPL (0)
#define MICROPY_KBD_EXCEPTION (0)
#define MICROPY_REPL_EVENT_DRIVEN (0)
#define MICROPY_STACK_CHECK (1)
#define MICROPY_USE_INTERNAL_ERRNO (1)
#define MICROPY_ALLOC_PATH_MAX (256)
#define MICROPY_PY_BOUND_METHOD_FULL_EQUALITY_CHECK (1)

typedef int mp_int_t; // as wide as a pointer
typedef unsigned mp_uint_t;
typedef long mp_off_t;

#define MP_SSIZE_MAX (0x7fffffff)
#define MP_STATE_PORT MP_STATE_VM
#define MICROPY_HW_BOARD_NAME "phone"
#define MICROPY_HW_MCU_NAME "WebAssembly"
