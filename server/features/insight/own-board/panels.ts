import type { PanelLack } from '#contract/calls/insight/own-board.ts'
import { asks, type NumberPanel, type Panel, readPanels, storedPanels } from '#contract/entities/insight/board-panel.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sameJson } from '#contract/kit/fields/same.ts'
import { hasPeriods, type Measure, openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { periodsOf } from '#contract/kit/figures/report-period.ts'
import type { Words } from '#contract/kit/words.ts'
import { measures } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { measurePlan } from '#server/kit/measures/measure-plan.ts'
import { idsIn, isLink, linkedRows } from '#server/kit/read/links.ts'

type Asking = Extract<Panel, Pick<NumberPanel, 'measure'>>

const measureNamed = (name: string): Measure | undefined => measures.find((one) => one.name === name)

/** Why a person sees no figure in a panel; null where they do. The measure itself checks the same again. */
export function lackOf(panel: Panel, actor: Actor): PanelLack | null {
  if (!asks(panel)) return null
  const of = measureNamed(panel.measure)
  if (!of) return 'gone'
  if (!mayCall(actor, `${of.of.name}.list`, `measure.${of.name}`)) return 'noRight'
  const groups = [panel.group, ...(panel.split ? [panel.split] : [])]
  if (!Object.hasOwn(of.figures, panel.figure) || !groups.every((one) => Object.hasOwn(of.groups, one))) return 'gone'
  const view = actor.settings.view(of.of)
  const isOpen = openFigures(of, view).includes(panel.figure) && groups.every((one) => openGroups(of, view).includes(one))
  return isOpen ? null : 'hidden'
}

const called = (panel: Panel): string => (panel.title ? `“${panel.title}”` : '')
const refuse = (panel: Panel, { zh, en }: Words): never => {
  throw new Refusal('rule', { zh: `面板${called(panel)}：${zh}`, en: `${['Panel', called(panel)].join(' ').trim()}: ${en}` })
}

/** Refuses links to rows that the person does not see, such as a department of another hospital: they would never count anything. */
async function refuseUnseen(panel: Asking, of: Measure, context: Context, tx: Transaction): Promise<void> {
  for (const [name, field] of Object.entries(of.of.fields)) {
    const typed = panel.filters[wireName(name, field)]
    if (typed === undefined || !isLink(field)) continue
    // A record may name any row of the hospital; a filter names one that the person sees.
    const seen = field.kind === 'link' ? { ...field, anywhere: false } : field
    const ids = idsIn(typed.split(',').filter((one) => one !== '_none'))
    const open = (await linkedRows(seen, context, tx, ids)).filter((row) => row.open)
    if (!ids.every((id) => open.some((row) => row.id === id)))
      refuse(panel, {
        zh: `筛选的${field.zh}不存在，请重新选择`,
        en: `the ${field.en.toLowerCase()} to filter by does not exist. Choose another one`,
      })
  }
}

/** Refuses a panel that the person could not ask for on the page of measures. */
async function refuseUnasked(panel: Asking, context: Context, tx: Transaction): Promise<void> {
  const of = measureNamed(panel.measure)
  const lack = lackOf(panel, context.actor)
  // A measure that the person may not see is not told from one that does not exist.
  if (!of || lack)
    return refuse(panel, { zh: '没有这个指标或分组，请重新选择', en: 'there is no such figure or group. Choose another one' })
  const periods: readonly string[] = hasPeriods(of) ? periodsOf(of) : []
  if (panel.period && !periods.includes(panel.period))
    refuse(panel, { zh: '这个指标不能按此时间统计', en: 'the figure has no such period' })
  const { period } = of
  const wires = new Set(
    [...of.filters, ...(of.needs ?? [])].flatMap((name) => {
      const wire = wireName(name, of.of.fields[name]!)
      return [wire, `${wire}_ge`, `${wire}_le`]
    }),
  )
  for (const end of period ? [period, `${period}_ge`, `${period}_le`] : []) wires.add(end)
  const unknown = Object.keys(panel.filters).find((wire) => !wires.has(wire))
  if (unknown) refuse(panel, { zh: `不能按“${unknown}”筛选`, en: `it cannot be filtered by “${unknown}”` })
  await refuseUnseen(panel, of, context, tx)
  const input = { ...panel.filters, group: panel.group, figures: panel.figure, ...(panel.split ? { split: panel.split } : {}) }
  // Refuses what the call of the measure would refuse.
  measurePlan(of, { ...context, input })
}

/**
 * Reads and checks the panels of a draft. What a panel asks is checked when it changes: one that its owner may no longer see, or whose
 * measure is gone, stays until it is removed.
 */
export async function settledPanels(context: Context, tx: Transaction, given: unknown, before: unknown): Promise<readonly Panel[]> {
  const { panels, problem } = readPanels(given)
  if (problem) throw new Refusal('rule', { ...problem })
  const known = storedPanels(before).filter(asks)
  const asked = ({ measure, figure, group, split, period, filters }: Asking) => ({
    measure,
    figure,
    group,
    split: split ?? null,
    period: period ?? null,
    filters,
  })
  for (const panel of panels.filter(asks))
    if (!known.some((one) => one.id === panel.id && sameJson(asked(one), asked(panel)))) await refuseUnasked(panel, context, tx)
  return panels
}

/** A panel as a person may see it: without what it asks where they see no figure. */
export function shownPanel(panel: Panel, actor: Actor) {
  const lack = lackOf(panel, actor)
  if (lack === null || !asks(panel)) return { ...panel, lack }
  const { id, kind, title = null, screen, x, y, w, h } = panel
  return { id, kind, title, screen, x, y, w, h, lack }
}

/** Panels with copies of their pictures in place of the pictures. */
export const withImages = (panels: readonly Panel[], copies: ReadonlyMap<string, string>): readonly Panel[] =>
  panels.flatMap((panel): readonly Panel[] => {
    if (panel.kind !== 'image') return [panel]
    const image = copies.get(panel.image)
    return image ? [{ ...panel, image }] : []
  })
