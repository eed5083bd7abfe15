// What the fleet is made of.
#include "fleet.h"

const Model models[] = {
  {"SM-S911B", "android", "14", 14, 0}, {"SM-A546B", "android", "13", 13, 0}, {"SM-A125F", "android", "12", 12, 0},
  {"Pixel 8", "android", "15", 15, 0}, {"Pixel 6a", "android", "14", 14, 0}, {"Redmi Note 9", "android", "11", 11, 0},
  {"Redmi Note 8", "android", "10.0", 10, 0}, {"MI 6", "android", "8.1.0", 8, 0}, {"M2101K6G", "android", "13", 13, 0},
  {"SM-T500", "android", "12", 12, 1}, {"SM-T970", "android", "13", 13, 1}, {"CPH2269", "android", "11", 11, 0},
  {"iPhone14,5", "ios", "18.3.1", 18, 0}, {"iPhone15,2", "ios", "18.2", 18, 0}, {"iPhone12,1", "ios", "17.6", 17, 0},
  {"iPhone10,3", "ios", "16.7.2", 16, 0}, {"iPhone9,1", "ios", "15.8", 15, 0}, {"iPad13,4", "ios", "17.5", 17, 1},
  {"iPad7,11", "ios", "16.3", 16, 1}, {"iPhone17,1", "ios", "18.3.1", 18, 0},
};
const int model_count = sizeof models / sizeof *models;

// The code of 3.1 is 31. From 3.1 on, one for each document.
const Version versions[] = {{"1.8", 18}, {"1.9.2", 19}, {"2.0", 20}, {"2.4", 24}, {"2.9.1", 29}, {"3.0", 30},
                            {"3.1", 31}, {"3.2", 32}, {"3.3", 33}, {"3.4", 34}};
const int version_count = sizeof versions / sizeof *versions;

const char *languages[] = {"tr-TR", "de-DE", "en-US", "en-GB", "fr-FR", "es-ES", "az-AZ", "pt-BR"};
const int language_count = sizeof languages / sizeof *languages;
const int zones[] = {180, 60, 0, -300, 0, 60, 240, -180};
const int zone_count = sizeof zones / sizeof *zones;
const char *triggers[] = {"launch", "login", "schedule", "heartbeat", "manual"};
const char *buttons[] = {"update", "later", "skip", "open", "dismiss"};
const char *operations[] = {"placeOrder", "pay", "changeAddress", "openChat", "exportInvoice", "addCard"};
const int operation_count = sizeof operations / sizeof *operations;
const char *rule_ids[] = {"update:1", "update:2", "update:3", "update:4", "update:5", "message:101",
                          "message:102", "message:103", "message:104", "message:105", "push"};
const char *rule_kinds[] = {"exit", "force", "force", "optional", "optional", "message",
                            "message", "message", "message", "message", "force"};
