import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Language } from '#contract/kit/words.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { type BenefitColumn, benefitColumns } from './benefit-links.ts'

/** The amounts with what is left of them. */
export interface Judged {
  readonly income: string | null
  readonly uses: number
  readonly depreciation: string
  readonly kwh: number
  readonly energy: string | null
  readonly repairs: string
  readonly maintenance: string
  readonly metrology: string
  readonly consumables: string
  readonly staff: string
  readonly net: string | null
  readonly rate: number | null
}

export const columnNames = Object.keys(benefitColumns) as BenefitColumn[]
export const columnWords = (name: BenefitColumn | 'net' | 'rate'): WordKey => `benefit.${name}`

/** An amount as text: an income that was not entered, and energy without a price, say so. */
export function amountText(name: BenefitColumn, of: Judged, language: Language, word: (key: WordKey) => string): string {
  if (name === 'uses') return numberText(of.uses, language)
  if (name === 'income' && of.income === null) return word('benefit.noIncome')
  if (name === 'energy' && of.energy === null)
    return of.kwh === 0 ? '—' : `${figureText(of.kwh, 'kwh', language)} · ${word('benefit.noPrice')}`
  return figureText(of[name], 'money', language)
}

/** An amount that leads to its rows. */
export function Amount({
  name,
  of,
  to,
}: {
  readonly name: BenefitColumn
  readonly of: Judged
  readonly to: string | undefined
}): ReactNode {
  const { word, language } = useWords()
  const text = amountText(name, of, language, word)
  return <span className="eam-figure">{to ? <Link to={to}>{text}</Link> : text}</span>
}

/** The rule that the figures follow, on demand. */
export function BenefitRule({ price }: { readonly price: number | null }): ReactNode {
  const { word } = useWords()
  return (
    <Popover
      trigger="click"
      title={word('benefit.rule')}
      content={
        <div style={{ maxWidth: 520 }}>
          {(['benefit.formula', 'benefit.sources', 'benefit.paybackRule', 'benefit.groupRule'] as const).map((key) => (
            <p key={key}>{word(key)}</p>
          ))}
          <p>{price === null ? word('benefit.noPriceSet') : word('benefit.price', { price })}</p>
        </div>
      }
    >
      <Button type="link" size="small">
        {word('benefit.rule')}
      </Button>
    </Popover>
  )
}
