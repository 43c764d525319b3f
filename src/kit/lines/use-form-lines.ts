import { useState } from 'react'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { lineWords } from '#contract/kit/entity/lines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { type Problem, sayProblem } from '#contract/kit/fields/problem.ts'
import { entityNamed } from '#contract/registry.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useWords } from '#src/words/words.ts'
import { type LineValues, mergeLines, placed, problemsOfLines, type SentLines, sentLines } from './line-draft.ts'

type Values = Readonly<Record<string, unknown>>
type ByName<T> = Readonly<Record<string, T>>

/** Lines of one kind in a form. */
export interface FormLines {
  readonly line: LineFacts
  readonly of: Entity
  readonly lines: readonly LineValues[]
  readonly isDirty: boolean
  readonly onChange: (lines: readonly LineValues[]) => void
  /** Problems by index and field: `2.quantity`; one about the lines as a whole under ''. */
  readonly problems: ByName<string>
}

export interface FormLinesState {
  readonly all: readonly FormLines[]
  /** The lines to send, by kind; empty when nothing differs from the row. */
  readonly draft: () => Values
  readonly isDirty: boolean
  /** Validates all lines and shows the problems; returns whether there are none. */
  readonly check: () => boolean
  /** Shows the server's refusals at their lines and fields. */
  readonly refused: (thrown: unknown) => void
  /** Continues from a newer row, with or without the person's changes on top. */
  readonly adopt: (row: Values | undefined, keepMine: boolean) => void
}

const savedOf = (row: Values | undefined, as: string): readonly LineValues[] => (row?.[as] as LineValues[] | undefined) ?? []

const written = (of: Entity): readonly LineFacts[] => (of.lines ?? []).filter((line) => !line.readOnly)

const linesOf = (of: Entity, row: Values | undefined): ByName<readonly LineValues[]> =>
  Object.fromEntries(written(of).map((line) => [line.as, savedOf(row, line.as)]))

const without = (problems: ByName<string>, as: string): ByName<string> =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => field !== as && !field.startsWith(`${as}.`)))

/** State of a header's lines in its form. `row`: the saved row; `initial`: initial values of a new one. */
export function useFormLines(header: Entity, row: Values | undefined, initial?: Values): FormLinesState {
  const { language } = useWords()
  const [base, setBase] = useState(() => linesOf(header, row))
  const [now, setNow] = useState(() => linesOf(header, row ?? initial))
  // The lines that a new form begins with are not typed by the person.
  const [begun] = useState(now)
  const [problems, setProblems] = useState<ByName<string>>({})
  const kinds = written(header).map((line) => ({ line, of: entityNamed(line.entity) }))
  const sentOf = ({ line, of }: (typeof kinds)[number]): SentLines | undefined =>
    sentLines(of.fields, line.order !== undefined, base[line.as] ?? [], now[line.as] ?? [])
  const isTyped = (kind: (typeof kinds)[number]): boolean =>
    (row !== undefined || now[kind.line.as] !== begun[kind.line.as]) && sentOf(kind) !== undefined
  const draft = (): Values =>
    Object.fromEntries(
      kinds.flatMap((kind) => {
        const sent = sentOf(kind)
        return sent ? [[kind.line.as, sent.lines]] : []
      }),
    )
  return {
    all: kinds.map(({ line, of }) => ({
      line,
      of,
      isDirty: isTyped({ line, of }),
      lines: now[line.as] ?? [],
      onChange: (lines) => {
        setNow({ ...now, [line.as]: lines })
        setProblems(without(problems, line.as))
      },
      problems: Object.fromEntries(
        Object.entries(problems).flatMap(([field, text]) =>
          field === line.as ? [['', text]] : field.startsWith(`${line.as}.`) ? [[field.slice(line.as.length + 1), text]] : [],
        ),
      ),
    })),
    draft,
    isDirty: kinds.some(isTyped),
    check() {
      const found = kinds.flatMap(({ line, of }): Problem[] => {
        const sent = sentOf({ line, of }) ?? (line.required && !row ? { lines: [], places: [] } : undefined)
        return sent ? problemsOfLines(line, of.fields, lineWords(line, of), sent, now[line.as] ?? []) : []
      })
      setProblems(Object.fromEntries(found.map((problem) => [problem.field, sayProblem(problem, language)])))
      return found.length === 0
    },
    refused(thrown) {
      if (!(thrown instanceof ApiError) || thrown.error !== 'bad_input' || !Array.isArray(thrown.data)) return
      const found = (thrown.data as Pick<Problem, 'field' | 'rule'>[]).flatMap((problem): [string, string][] => {
        const kind = kinds.find(({ line }) => problem.field === line.as || problem.field.startsWith(`${line.as}.`))
        if (!kind) return []
        const at = placed(kind.line.as, problem, sentOf(kind)?.places ?? [])
        const wire = at.field.split('.')[2]
        const label =
          Object.entries(kind.of.fields).find(([name, field]) => wireName(name, field) === wire)?.[1] ?? lineWords(kind.line, kind.of)
        return [[at.field, sayProblem({ ...at, label }, language)]]
      })
      setProblems(Object.fromEntries(found))
    },
    adopt(newest, keepMine) {
      const theirs = linesOf(header, newest)
      setBase(theirs)
      setProblems({})
      setNow(
        keepMine
          ? Object.fromEntries(
              kinds.map(({ line, of }) => [line.as, mergeLines(of.fields, base[line.as] ?? [], now[line.as] ?? [], theirs[line.as] ?? [])]),
            )
          : theirs,
      )
    },
  }
}
