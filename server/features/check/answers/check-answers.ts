import * as call from '#contract/calls/check/check.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { byIds, byList, newStates, newSurplus } from '../by-hand.ts'
import { decideChanged, deficient, surplus } from '../posting/confirm.ts'
import { dropSurplus, reset, takeBack, unmatch } from '../posting/withdraw.ts'
import { type Observed, observe } from '../scan.ts'
import { checkBoardAnswers } from './board-answers.ts'
import { reportAnswers } from './report-answers.ts'

const scanned = (context: Context, tx: Transaction) => observe(context, tx, read(call.scan.input, context.input) as unknown as Observed)

export const checkAnswers: readonly Answer[] = [
  answer(call.scan, { write: scanned }),
  answer(call.withdraw, { write: takeBack }),
  answer(call.removeMatch, { write: unmatch }),
  answer(call.resetLines, { write: reset }),
  answer(call.removeSurplus, { write: dropSurplus }),
  answer(call.scanLines, { write: byList }),
  answer(call.scanIds, { write: byIds }),
  answer(call.addSurplus, { write: newSurplus }),
  answer(call.refreshStates, { write: newStates }),
  answer(call.settle, { write: decideChanged }),
  answer(call.confirmSurplus, { write: surplus }),
  answer(call.confirmDeficient, { write: deficient }),
  ...reportAnswers,
  ...checkBoardAnswers,
]
