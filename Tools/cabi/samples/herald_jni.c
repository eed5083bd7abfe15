/* Lets programs in Java and Kotlin call the core. Texts cross as bytes: JNI's own UTF-8 is another one. */
#include <jni.h>

#include "herald.h"

static jbyteArray copied(JNIEnv *env, const char *text, size_t length) {
  jbyteArray array = text == NULL ? NULL : (*env)->NewByteArray(env, (jsize)length);
  if (array != NULL) (*env)->SetByteArrayRegion(env, array, 0, (jsize)length, (const jbyte *)text);
  return array;
}

JNIEXPORT jlong JNICALL Java_herald_HeraldCore_create(JNIEnv *env, jclass type) {
  return (jlong)(intptr_t)herald_core_new();
}

JNIEXPORT jbyteArray JNICALL
Java_herald_HeraldCore_apply(JNIEnv *env, jclass type, jlong core, jbyteArray line, jintArray status) {
  const char *answer = NULL;
  size_t length = 0;
  jbyte *bytes = (*env)->GetByteArrayElements(env, line, NULL);
  if (bytes == NULL) return NULL;
  jint given = herald_core_apply(
      (herald_core *)(intptr_t)core, (const char *)bytes, (size_t)(*env)->GetArrayLength(env, line), &answer, &length);
  (*env)->ReleaseByteArrayElements(env, line, bytes, JNI_ABORT);
  (*env)->SetIntArrayRegion(env, status, 0, 1, &given);
  return copied(env, answer, length);
}

JNIEXPORT jbyteArray JNICALL Java_herald_HeraldCore_state(JNIEnv *env, jclass type, jlong core, jbyteArray source) {
  size_t length = 0;
  jbyte *bytes = (*env)->GetByteArrayElements(env, source, NULL);
  if (bytes == NULL) return NULL;
  const char *state = herald_core_state(
      (herald_core *)(intptr_t)core, (const char *)bytes, (size_t)(*env)->GetArrayLength(env, source), &length);
  (*env)->ReleaseByteArrayElements(env, source, bytes, JNI_ABORT);
  return copied(env, state, length);
}

JNIEXPORT void JNICALL Java_herald_HeraldCore_free(JNIEnv *env, jclass type, jlong core) {
  herald_core_free((herald_core *)(intptr_t)core);
}
