import { out } from '../../kit/entity/answer.ts'

/** What corrections called wrong: a department, a fund, or the fund breakdown since a month; `at`: the month that moved what was posted. */
export const misfiled = out.list({
  dept: out.optional(out.nullable(out.text)),
  fund: out.optional(out.nullable(out.text)),
  split: out.optional(out.number),
  why: out.text,
  at: out.optional(out.number),
})

/** How far a card of the ledger is charged: amounts and units as texts, so that no digit is lost. */
export const keptProgress = out.object({
  first: out.optional(out.number),
  charged: out.text,
  adjusted: out.text,
  done: out.number,
  paused: out.number,
  worked: out.text,
  stretch: out.optional({
    method: out.text,
    base: out.text,
    residual: out.text,
    months: out.number,
    life: out.number,
    units: out.text,
    value: out.text,
    adjusted: out.text,
    allUnits: out.text,
    done: out.number,
    charged: out.text,
    worked: out.text,
  }),
})
