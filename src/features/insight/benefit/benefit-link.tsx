import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceBenefit } from '#contract/calls/insight/benefit.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { benefitPath } from './benefit-state.ts'

/** Leads from the value of a device to what it earns, for who may see that. */
export function BenefitLink({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  if (!useRight(deviceBenefit.may)) return null
  return <Button onClick={() => void navigate(`${benefitPath}/${row.id}`)}>{word('benefit.open')}</Button>
}
