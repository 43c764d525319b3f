/** Why a round ends although something is left: only a log-in helps, the session is somebody else's, or no answer came. */
export type Stop = 'login' | 'foreign' | 'lost'

/** What applying an answer tells the round. */
export interface Settled {
  stop?: Stop
  /** The epoch now, when it is another one than before. */
  newEpoch?: string
}
