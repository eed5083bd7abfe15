#include "CHints.h"
