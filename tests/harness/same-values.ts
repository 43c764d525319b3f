import fc from 'fast-check'

/** Properties are tried with the same values in every run; FC_SEED tries others, such as those that a failure names. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_704) })
