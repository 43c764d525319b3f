/** Why a round ends with ops left: a log-in is needed, the session belongs to another person, or no answer came. */
export type Stop = 'login' | 'foreign' | 'lost'

/** The outcome of applying an answer, for the round. */
export interface Settled {
  stop?: Stop
  /** The epoch now, when it is another one than before. */
  newEpoch?: string
}
