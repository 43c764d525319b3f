import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hospitals } from '#contract/calls/hospital.ts'
import { device } from '#contract/entities/asset/device.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import { user } from '#contract/entities/platform/user.ts'
import { platformTenant } from '#contract/roles.ts'
import { useCall, useList } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useWords, type WordKey } from '#src/words/words.ts'

interface Step {
  readonly key: 'hospital' | 'dept' | 'user' | 'device'
  readonly path: string
  readonly isDone: boolean
}

const title = (key: Step['key']): WordKey => `start.${key}`
const hint = (key: Step['key']): WordKey => `start.${key}Hint`
const one = { current: 1, size: 1 }

/** The first steps of an empty hospital, or of an empty platform, for who may take them; nothing once they are done. */
export function GettingStarted(): ReactNode {
  const person = useSession((state) => state.person)
  if (!person) return null
  const may = new Set(person.rights)
  if (person.tenantId === platformTenant) return may.has('hospital.submit') ? <PlatformSteps /> : null
  return ['dept.submit', 'user.submit', 'device.submit'].every((right) => may.has(right)) ? <HospitalSteps /> : null
}

function PlatformSteps(): ReactNode {
  const { data } = useCall(hospitals, one)
  return data && <Steps steps={[{ key: 'hospital', path: '/system/hospital', isDone: data.total > 1 }]} />
}

function HospitalSteps(): ReactNode {
  const depts = useList(dept, one).data
  const people = useList(user, one).data
  const cards = useList(device, one).data
  if (!depts || !people || !cards) return null
  return (
    <Steps
      steps={[
        { key: 'dept', path: '/system/dept', isDone: depts.total > 0 },
        { key: 'user', path: '/system/user', isDone: people.total > 1 },
        { key: 'device', path: '/eam/imports', isDone: cards.total > 0 },
      ]}
    />
  )
}

function Steps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const { word } = useWords()
  if (steps.every((step) => step.isDone)) return null
  return (
    <section className="eam-panel eam-start" aria-label={word('start.title')}>
      <h2>{word('start.title')}</h2>
      <p className="eam-start-hint">{word('start.hint')}</p>
      <ol>
        {steps.map(({ key, path, isDone }, index) => (
          <li key={key} className={isDone ? 'eam-start-done' : undefined}>
            <span className="eam-start-mark" aria-hidden>
              {isDone ? <CheckCircleFilled /> : index + 1}
            </span>
            <div>
              <strong>{word(title(key))}</strong>
              <span>{word(hint(key))}</span>
            </div>
            {isDone ? (
              <span>{word('start.done')}</span>
            ) : (
              <Link to={path}>
                {word('start.go')} <RightOutlined />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
