import { Button, Checkbox, InputNumber, Radio, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  blankCells,
  dateOrders,
  goneRows,
  hiddenRows,
  quantities,
  repeatedRows,
  totalRows,
  unnumberedRows,
} from '#contract/calls/import/import.ts'
import { creatable } from '#contract/imports.ts'
import { type Encoding, encodings } from '#contract/kit/text/encodings.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Creatable, entityNamed } from '#contract/registry.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import type { ForeignAmounts, Job } from './import-job.ts'

const shownNames = 12

interface Props {
  readonly job: Job
  readonly isBusy: boolean
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
  readonly isSkipping: boolean
  readonly onSkip: (isSkipping: boolean) => void
  /** Whether cards are filed at once; undefined: the person may not, or there are none. */
  readonly isFiled: boolean | undefined
  readonly onFiled: (isFiled: boolean) => void
}

/** The decisions about a file as a whole, one line each; questions that do not arise are left out. */
export function ImportOptions({ job, isBusy, onCheck, isSkipping, onSkip, isFiled, onFiled }: Props): ReactNode {
  const { word } = useWords()
  const { found, asked } = job.layout ?? {}
  const ask = (body: Readonly<Record<string, unknown>>) => void onCheck(body)
  return (
    <ul className="eam-import-options" aria-label={word('import.options')}>
      <Sheets job={job} isBusy={isBusy} onCheck={onCheck} />
      <Missing job={job} isBusy={isBusy} onCheck={onCheck} />
      {((found?.paths ?? 0) > 0 || asked?.paths) && (
        <li>
          <Checkbox disabled={isBusy} checked={asked?.paths ?? false} onChange={({ target }) => ask({ paths: target.checked ? 1 : 0 })}>
            {word('import.paths', { count: found?.paths ?? 0 })}
          </Checkbox>
        </li>
      )}
      {(found?.unnumbered ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.unnumbered', { count: found?.unnumbered ?? 0 })}
            of={unnumberedRows}
            value={asked?.unnumbered ?? 'same'}
            isBusy={isBusy}
            onChange={(unnumbered) => ask({ unnumbered })}
          />
        </li>
      )}
      {(found?.gone ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.gone', { count: found?.gone ?? 0 })}
            of={goneRows}
            value={asked?.gone ?? 'leave'}
            isBusy={isBusy}
            onChange={(gone) => ask({ gone })}
          />
        </li>
      )}
      {(found?.currencies ?? []).map((currency) => (
        <li key={currency.code}>
          <Rate
            key={asked?.rates?.[currency.code] ?? ''}
            currency={currency}
            rate={asked?.rates?.[currency.code]}
            isBusy={isBusy}
            onChange={(rate) => ask({ rates: [{ currency: currency.code, rate }] })}
          />
        </li>
      ))}
      {(found?.quantities ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.quantities', { count: found?.quantities ?? 0 })}
            of={quantities}
            value={asked?.quantity ?? 'one'}
            isBusy={isBusy}
            onChange={(quantity) => ask({ quantity })}
          />
        </li>
      )}
      {(found?.repeats ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.repeats', { count: found?.repeats ?? 0 })}
            of={repeatedRows}
            value={asked?.repeats ?? 'keep'}
            isBusy={isBusy}
            onChange={(repeats) => ask({ repeats })}
          />
        </li>
      )}
      {(found?.totals ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.totals', { count: found?.totals ?? 0 })}
            of={totalRows}
            value={asked?.totals ?? 'keep'}
            isBusy={isBusy}
            onChange={(totals) => ask({ totals })}
          />
        </li>
      )}
      {(found?.hidden ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.hidden', { count: found?.hidden ?? 0 })}
            of={hiddenRows}
            value={asked?.hidden ?? 'keep'}
            isBusy={isBusy}
            onChange={(hidden) => ask({ hidden })}
          />
        </li>
      )}
      {(found?.blanks ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.blanks', { count: found?.blanks ?? 0 })}
            of={blankCells}
            value={asked?.blanks ?? ((found?.filled ?? 0) > 0 ? 'fill' : 'empty')}
            isBusy={isBusy}
            onChange={(blanks) => ask({ blanks })}
          />
        </li>
      )}
      {(found?.dates ?? 0) > 0 && (
        <li>
          <Question
            label={word('import.dates', { count: found?.dates ?? 0 })}
            of={previewOf(found?.dateSamples?.[0]) as typeof dateOrders}
            value={asked?.dates ?? (/\d{4}$/.test(found?.dateSamples?.[0] ?? '') ? 'dayFirst' : undefined)}
            isBusy={isBusy}
            onChange={(dates) => ask({ dates })}
          />
        </li>
      )}
      {(found?.encodings?.length ?? 0) > 1 && (
        <li>
          <Question
            label={word('import.encoding')}
            of={encodingsOf(found?.encodings ?? [])}
            value={found?.encodings?.[0]?.name ?? 'utf-8'}
            isBusy={isBusy}
            onChange={(encoding) => ask({ encoding })}
          />
        </li>
      )}
      {job.faultyCount > 0 && (
        <li>
          <Checkbox checked={isSkipping} onChange={({ target }) => onSkip(target.checked)}>
            {word('import.skip', { count: job.faultyCount })}
          </Checkbox>
        </li>
      )}
      {isFiled !== undefined && (
        <li>
          <Checkbox checked={isFiled} onChange={({ target }) => onFiled(target.checked)}>
            {word('import.filed')}
          </Checkbox>
        </li>
      )}
    </ul>
  )
}

/** The orders of a date, each with the day that it makes of a sample; the year may be first only where it has two digits. */
function previewOf(sample = ''): Partial<typeof dateOrders> {
  const parts = sample.split(/[/.-]/, 3).map((part) => part.split(/[ T]/, 1)[0] ?? '')
  const isShort = parts[2] !== undefined && parts[2].length < 4
  const shownAs = ({ zh, en }: Words, [year, month, day]: readonly (string | undefined)[]): Words => {
    const shown = year
      ? ` (${sample} → ${year.length < 4 ? `${Number(year) < 50 ? 20 : 19}${year}` : year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')})`
      : ''
    return { zh: zh + shown, en: en + shown }
  }
  const [first, second, third] = parts
  return {
    dayFirst: shownAs(dateOrders.dayFirst, [third, second, first]),
    monthFirst: shownAs(dateOrders.monthFirst, [third, first, second]),
    ...(isShort ? { yearFirst: shownAs(dateOrders.yearFirst, [first, second, third]) } : {}),
  } as unknown as Partial<typeof dateOrders>
}

/** Encodings, each with the first rows that the file has in it. */
const encodingsOf = (found: NonNullable<NonNullable<NonNullable<Job['layout']>['found']>['encodings']>): Record<Encoding, Words> =>
  Object.fromEntries(
    found.map(({ name, rows }) => {
      const shown = rows.map((cells) => cells.join(' | ')).join(' ⏎ ')
      return [name, { zh: `${encodings[name].zh}：${shown}`, en: `${encodings[name].en}: ${shown}` }]
    }),
  ) as Record<Encoding, Words>

interface QuestionProps<K extends string> {
  readonly label: string
  readonly of: Readonly<Record<K, { readonly zh: string; readonly en: string }>>
  /** Undefined: nothing is assumed. */
  readonly value: K | undefined
  readonly isBusy: boolean
  readonly onChange: (value: K) => void
}

function Question<K extends string>({ label, of, value, isBusy, onChange }: QuestionProps<K>): ReactNode {
  const { say } = useWords()
  return (
    <>
      <span className="eam-import-question">{label}</span>
      <Radio.Group
        aria-label={label}
        disabled={isBusy}
        value={value}
        onChange={({ target }) => onChange(target.value as K)}
        options={(Object.keys(of) as K[]).map((one) => ({ value: one, label: say(of[one]) }))}
      />
    </>
  )
}

interface RateProps {
  readonly currency: ForeignAmounts
  /** Yuan for one unit; undefined: the amounts stay empty. */
  readonly rate: string | undefined
  readonly isBusy: boolean
  readonly onChange: (rate: string | null) => void
}

/** What amounts in a foreign currency become: yuan by a rate, the numbers as they are, or nothing. */
function Rate({ currency, rate, isBusy, onChange }: RateProps): ReactNode {
  const { word, say } = useWords()
  const [typed, setTyped] = useState<string | null>(rate ?? null)
  const label = word('import.rate', { currency: say(currency) })
  return (
    <>
      <span className="eam-import-question">
        {word('import.foreign', { count: currency.cells, currency: say(currency) })}
        {rate === undefined && ` ${word('import.foreignEmpty')}`}
      </span>
      <Space wrap>
        <InputNumber<string>
          stringMode
          min="0.000001"
          max="1000000"
          aria-label={label}
          placeholder={label}
          value={typed}
          disabled={isBusy}
          onChange={setTyped}
        />
        <Button size="small" disabled={isBusy || !typed || typed === rate} onClick={() => onChange(typed)}>
          {word('import.convert')}
        </Button>
        <Button size="small" disabled={isBusy || rate === '1'} onClick={() => onChange('1')}>
          {word('import.asIs')}
        </Button>
        {rate !== undefined && (
          <Button size="small" disabled={isBusy} onClick={() => onChange(null)}>
            {word('import.empty')}
          </Button>
        )}
      </Space>
    </>
  )
}

/** The sheets of a workbook; those that are chosen go in together. */
function Sheets({ job, isBusy, onCheck }: Pick<Props, 'job' | 'isBusy' | 'onCheck'>): ReactNode {
  const { word } = useWords()
  const sheets = job.layout?.sheets ?? []
  const now = sheets.flatMap(({ name, isIn }) => (isIn ? [name] : []))
  const [chosen, setChosen] = useState<readonly string[]>(now)
  if (sheets.length < 2) return null
  const isChanged = chosen.length !== now.length || chosen.some((name) => !now.includes(name))
  return (
    <li>
      <span className="eam-import-question">{word('import.sheets', { count: sheets.length, chosen: now.length })}</span>
      <Checkbox.Group
        disabled={isBusy}
        value={[...chosen]}
        onChange={setChosen}
        options={sheets.map(({ name, fits, isHidden }) => ({
          value: name,
          label: fits ? (isHidden ? word('import.sheetHidden', { name }) : name) : word('import.sheetUnknown', { name }),
        }))}
      />
      {isChanged && (
        <Button
          size="small"
          disabled={chosen.length === 0}
          loading={isBusy}
          onClick={() => void onCheck({ sheets: chosen.map((name) => ({ name })) })}
        >
          {word('import.checkSheets')}
        </Button>
      )}
    </li>
  )
}

/** Names that do not exist yet; listed whether or not they will be created. */
function Missing({ job, isBusy, onCheck }: Pick<Props, 'job' | 'isBusy' | 'onCheck'>): ReactNode {
  const { word, say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const lists = creatable.flatMap((of: Creatable) => {
    const names = job.missing?.[of] ?? []
    return names.length > 0 ? [{ of, names, may: rights?.includes(`${of}.submit`) ?? false }] : []
  })
  if (lists.length === 0) return null
  return (
    <li>
      <Checkbox
        disabled={isBusy || !lists.some(({ may }) => may)}
        checked={job.missing?.isCreated ?? false}
        onChange={({ target }) => void onCheck({ createMissing: target.checked ? 1 : 0 })}
      >
        {word('import.create')}
      </Checkbox>
      {lists.map(({ of, names, may }) => (
        <p key={of}>
          {word('import.unknown', { what: of === 'user' ? word('import.keepers') : say(entityNamed(of)), count: names.length })}
          {names.slice(0, shownNames).map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
          {names.length > shownNames && '…'}
          {!may && <span className="eam-none">{word('import.mayNotCreate')}</span>}
        </p>
      ))}
    </li>
  )
}
