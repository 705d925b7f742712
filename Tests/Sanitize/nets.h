// The evaluator of nets, whole and with changed models.
#ifndef HEADSHOT_SANITIZE_NETS_H
#define HEADSHOT_SANITIZE_NETS_H

/// Opens and runs a small net of all operators `count` times a hundred with changes, and the models in `folder` a few times,
/// or says that they are missing. 0 is success.
int judge_nets(const char *folder, long count);

#endif
