// MicroPython as a phone runs it: files and questions come in as texts, answers go out as texts. No console, no clock,
// no network, no files but those that were put here. The other side of this border is static/engine/micropython.js.

#include <stdlib.h>
#include <string.h>

#include <emscripten.h>

#include "py/builtin.h"
#include "py/cstack.h"
#include "py/gc.h"
#include "py/lexer.h"
#include "py/mperrno.h"
#include "py/objlist.h"
#include "py/objmodule.h"
#include "py/runtime.h"

// Texts are UTF-8 with their length in bytes; nothing needs to end with a zero but names.

typedef struct file {
    struct file *next;
    char *path;
    char *text;
    size_t length;
} file_t;

typedef struct {
    int failed; // then the text is the traceback
    const char *text; // stays where it is until the next question
    size_t length;
} answer_t;

#define C_STACK (480 * 1024) // bytes, somewhat less than the Makefile gives

static file_t *files;
static answer_t answer;
static bool sweep_due;

// Memory -------------------------------------------------------------------------------------------------------------

// In the middle of a question nobody knows what the stack holds: memory grows instead, and is swept before the next.
void gc_collect(void) {
    sweep_due = true;
}

size_t gc_get_max_new_split(void) {
    return 128 * 1024 * 1024;
}

static void sweep(void) {
    if (sweep_due) {
        sweep_due = false;
        gc_collect_start();
        gc_collect_end();
    }
}

// Files --------------------------------------------------------------------------------------------------------------

static file_t *find(const char *path) {
    file_t *file = files;
    while (file != NULL && strcmp(file->path, path) != 0) {
        file = file->next;
    }
    return file;
}

// What a path has left below a folder; NULL when it is not in there.
static const char *below(const char *folder, const char *path) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

mp_import_stat_t mp_import_stat(const char *path) {
    if (find(path) != NULL) {
        return MP_IMPORT_STAT_FILE;
    }
    for (file_t *file = files; file != NULL; file = file->next) {
        if (below(path, file->path) != NULL) {
            return MP_IMPORT_STAT_DIR;
        }
    }
    return MP_IMPORT_STAT_NO_EXIST;
}

mp_lexer_t *mp_lexer_new_from_file(qstr name) {
    file_t *file = find(qstr_str(name));
    if (file == NULL) {
        mp_raise_msg(&mp_type_ImportError, MP_ERROR_TEXT("no such file"));
    }
    return mp_lexer_new_from_str_len(name, file->text, file->length, 0);
}

// os.listdir(folder): the names of the files that are right in it.
static mp_obj_t listdir(mp_obj_t folder) {
    mp_obj_t names = mp_obj_new_list(0, NULL);
    for (file_t *file = files; file != NULL; file = file->next) {
        const char *name = below(mp_obj_str_get_str(folder), file->path);
        if (name != NULL && strchr(name, '/') == NULL) {
            mp_obj_list_append(names, mp_obj_new_str(name, strlen(name)));
        }
    }
    return names;
}
static MP_DEFINE_CONST_FUN_OBJ_1(listdir_obj, listdir);

static const mp_rom_map_elem_t os_globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_os) },
    { MP_ROM_QSTR(MP_QSTR_listdir), MP_ROM_PTR(&listdir_obj) },
};
static MP_DEFINE_CONST_DICT(os_globals, os_globals_table);

const mp_obj_module_t os_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&os_globals,
};
MP_REGISTER_MODULE(MP_QSTR_os, os_module);

// There is nothing to open.
static mp_obj_t no_open(size_t count, const mp_obj_t *given, mp_map_t *named) {
    (void)count, (void)given, (void)named;
    mp_raise_OSError(MP_ENOENT);
}
MP_DEFINE_CONST_FUN_OBJ_KW(mp_builtin_open_obj, 0, no_open);

// The border ---------------------------------------------------------------------------------------------------------

// Room for a text on its way in, until leave().
EMSCRIPTEN_KEEPALIVE char *room(size_t length) {
    return malloc(length);
}

EMSCRIPTEN_KEEPALIVE void leave(char *text) {
    free(text);
}

// Set up the interpreter with so many bytes for its objects and so many words of stack.
EMSCRIPTEN_KEEPALIVE void set_up(size_t heap, size_t stack) {
    mp_obj_t *words = malloc(stack * sizeof(mp_obj_t));
    mp_pystack_init(words, words + stack);
    mp_cstack_init_with_sp_here(C_STACK);
    char *bytes = malloc(heap);
    gc_init(bytes, bytes + heap);
    MP_STATE_MEM(gc_alloc_threshold) = heap / 16 / MICROPY_BYTES_PER_GC_BLOCK;
    mp_init();
}

// Keep a file until forget(): path (ends with a zero) and text, which both are in room().
EMSCRIPTEN_KEEPALIVE void put(char *path, char *text, size_t length) {
    file_t *file = malloc(sizeof(file_t));
    *file = (file_t) { files, path, text, length };
    files = file;
}

// All files have been imported: give back what they took, and leave no trace of it.
EMSCRIPTEN_KEEPALIVE void forget(void) {
    while (files != NULL) {
        file_t *file = files;
        files = file->next;
        memset(file->text, 0, file->length);
        free(file->text);
        free(file->path);
        free(file);
    }
}

static mp_obj_t text_of(const char *text, size_t length) {
    return text == NULL ? MP_OBJ_NULL : mp_obj_new_str(text, length);
}

static void answer_or_raise(const char *module, const char *function, const char *one, size_t one_length,
    const char *two, size_t two_length) {
    // with names to import the module itself comes back, not the package that it is in
    mp_obj_t found = mp_import_name(qstr_from_str(module), mp_const_empty_tuple, MP_OBJ_NEW_SMALL_INT(0));
    if (function == NULL) {
        answer = (answer_t) { 0, "", 0 };
        return;
    }
    mp_obj_t texts[] = { text_of(one, one_length), text_of(two, two_length) };
    mp_obj_t asked = mp_load_attr(found, qstr_from_str(function));
    mp_obj_t said = mp_call_function_n_kw(asked, two == NULL ? 1 : 2, 0, texts);
    answer.failed = 0;
    answer.text = mp_obj_str_get_data(said, &answer.length);
}

// What a function of a module answers to one or two texts; without a function the module is imported and answers "".
EMSCRIPTEN_KEEPALIVE const answer_t *ask(const char *module, const char *function, const char *one, size_t one_length,
    const char *two, size_t two_length) {
    sweep();
    nlr_buf_t caught;
    if (nlr_push(&caught) == 0) {
        answer_or_raise(module, function, one, one_length, two, two_length);
        nlr_pop();
    } else {
        vstr_t traceback; // what it holds is swept no sooner than the answer is read
        mp_print_t print;
        vstr_init_print(&traceback, 256, &print);
        mp_obj_print_exception(&print, MP_OBJ_FROM_PTR(caught.ret_val));
        answer = (answer_t) { 1, traceback.buf, traceback.len };
    }
    return &answer;
}

// What is left over -------------------------------------------------------------------------------------------------

// Nothing prints here.
void mp_hal_stdout_tx_strn_cooked(const char *text, size_t length) {
    (void)text;
    (void)length;
}

// Only ask() raises, and it catches.
void nlr_jump_fail(void *value) {
    (void)value;
    abort();
}
