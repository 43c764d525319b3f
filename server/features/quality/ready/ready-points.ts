import type { importantClasses } from '#contract/entities/asset/device/class-choices.ts'
import type { Language, Words } from '#contract/kit/words.ts'

/** A point of a ready template in both languages. */
export interface ReadyPoint {
  readonly quantity: Words
  readonly unit: string
  readonly setValue?: number
  readonly toleranceAbs?: number
  readonly tolerancePercent?: number
  readonly lowerLimit?: number
  readonly upperLimit?: number
  readonly testerKind: Words
}

export interface ReadyTemplate extends Words {
  readonly key: string
  readonly cycleMonths: number
  readonly importantClassification?: keyof typeof importantClasses
  readonly points: readonly ReadyPoint[]
}

/** How far a value may be off: `abs` in its unit, `percent` of the set value. */
interface Tolerance {
  readonly abs?: number
  readonly percent?: number
}

/** A quantity at several set values with one tolerance. */
export const at = (quantity: Words, unit: string, testerKind: Words, sets: readonly number[], { abs, percent }: Tolerance): ReadyPoint[] =>
  sets.map((setValue) => ({
    ...{ quantity, unit, setValue, testerKind },
    ...(abs === undefined ? {} : { toleranceAbs: abs }),
    ...(percent === undefined ? {} : { tolerancePercent: percent }),
  }))

/** A quantity that lies within limits. */
export const within = (
  quantity: Words,
  unit: string,
  testerKind: Words,
  limits: { readonly lowerLimit?: number; readonly upperLimit?: number },
): ReadyPoint => ({ quantity, unit, testerKind, ...limits })

/** A ready template as a draft in one language. */
export const readyDraft = (of: ReadyTemplate, language: Language): Record<string, unknown> => ({
  templateName: of[language],
  controlCycle: of.cycleMonths,
  controlCycleUnit: 'month',
  importantClassification: of.importantClassification ?? null,
  points: of.points.map(({ quantity, testerKind, ...figures }, place) => ({
    pointCode: String(place + 1),
    quantity: quantity[language],
    testerKind: testerKind[language],
    ...figures,
  })),
})
