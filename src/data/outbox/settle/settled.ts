/** Reason to end a round with ops left: a sign-in is needed, the session belongs to another person, or there was no answer. */
export type Stop = 'login' | 'foreign' | 'lost'

/** Outcome of an applied answer, for the round. */
export interface Settled {
  stop?: Stop
  /** The new epoch, when it has changed. */
  newEpoch?: string
}
