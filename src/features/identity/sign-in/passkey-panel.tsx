import { Button, Empty, Modal, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import type { factorState } from '#contract/calls/identity/factor.ts'
import { passkeyBegin, passkeyRemove, passkeySubmit } from '#contract/calls/identity/passkey.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction } from '#src/data/hooks.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { canUsePasskeys, makePasskey } from './passkey.ts'
import { type Proof, ProofForm } from './proof-form.tsx'

export type FactorState = AnswerOf<typeof factorState>
type Passkey = FactorState['passkeys'][number]

/** Whether a passkey of the person can be asked in this browser. */
export const canAskPasskey = ({ passkeys, passkeysAt }: FactorState): boolean =>
  canUsePasskeys(passkeysAt) && passkeys.some(({ rpId, isSuspect }) => rpId === passkeysAt && !isSuspect)

interface Props {
  readonly state: FactorState
  readonly onChange: () => void
  /** The recovery codes that come with the first factor. */
  readonly onCodes: (codes: readonly string[]) => void
}

/** The passkeys of the person: added with a name, and deleted. Nothing where there are none and none can be had. */
export function PasskeyPanel({ state, onChange, onCodes }: Props): ReactNode {
  const { word, say, language } = useWords()
  const notice = useNotice()
  const [open, setOpen] = useState<'add' | Passkey>()
  const [begin, submit, remove] = [useAction(passkeyBegin), useAction(passkeySubmit), useAction(passkeyRemove)]
  const { passkeys, passkeysAt, isOn, needsPassword } = state
  if (!passkeysAt && passkeys.length === 0) return null
  const proofs: Proof[] = needsPassword
    ? ['password', ...(isOn ? ['code' as const] : []), ...(canAskPasskey(state) ? ['passkey' as const] : [])]
    : []
  const done = (said: string): void => {
    setOpen(undefined)
    notice.done(said)
    onChange()
  }
  const add = async ({ name = '', ...body }: Record<string, string>): Promise<void> => {
    const { options } = await begin.mutateAsync({ body })
    const outcome = await makePasskey(options)
    if ('problem' in outcome) throw new Error(say(outcome.problem))
    const { codes } = await submit.mutateAsync({ body: { name, passkey: outcome.answer } })
    done(word('passkey.added'))
    if (codes.length > 0) onCodes(codes)
  }
  const drop = async (id: string, body: Record<string, string>): Promise<void> => {
    await remove.mutateAsync({ body: { id, ...body } })
    done(word('passkey.removed'))
  }
  const canAdd = canUsePasskeys(passkeysAt)
  return (
    <section aria-label={word('passkey.title')}>
      <h3>{word('passkey.title')}</h3>
      <p>{canAdd || !passkeysAt ? word('passkey.why') : word('passkey.onlyAt', { host: passkeysAt })}</p>
      <Table<Passkey>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={passkeys}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('passkey.none')} /> }}
        columns={[
          {
            key: 'name',
            title: say(passkeySubmit.input.name),
            render: (_value, { name, isSuspect, rpId }) => (
              <>
                {name} {isSuspect && <ToneTag tone="bad">{word('passkey.suspect')}</ToneTag>}
                {rpId !== passkeysAt && <div className="eam-hint">{word('passkey.elsewhere', { host: rpId })}</div>}
              </>
            ),
          },
          { key: 'created', title: word('passkey.created'), render: (_value, { createdAt }) => momentText(createdAt, language) },
          { key: 'used', title: word('people.lastUsed'), render: (_value, { usedAt }) => (usedAt ? momentText(usedAt, language) : '—') },
          {
            key: 'remove',
            width: 90,
            render: (_value, row) => (
              <Button size="small" danger onClick={() => setOpen(row)} aria-label={`${say(passkeyRemove)} ${row.name}`}>
                {word('list.remove')}
              </Button>
            ),
          },
        ]}
      />
      {canAdd && <Button onClick={() => setOpen('add')}>{say(passkeyBegin)}</Button>}
      {open && (
        <Modal
          open
          footer={null}
          title={open === 'add' ? say(passkeyBegin) : word('passkey.askRemove', { name: open.name })}
          onCancel={() => setOpen(undefined)}
        >
          {open === 'add' ? (
            <ProofForm
              fields={[{ name: 'name', label: say(passkeySubmit.input.name), max: 40 }]}
              proofs={proofs}
              act={say(passkeySubmit)}
              onSend={add}
            />
          ) : (
            <ProofForm proofs={proofs} act={say(passkeyRemove)} onSend={(given) => drop(open.id, given)} />
          )}
        </Modal>
      )}
    </section>
  )
}
