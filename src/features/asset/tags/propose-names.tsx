import { Button, Input, Modal, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { mostNames, proposeNames } from '#contract/calls/asset/standard-names.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { RowPicker } from '#src/kit/list/columns/row-picker.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const languages = proposeNames.input.nameLanguage.of
type Language = keyof typeof languages

const namesIn = (typed: string): string[] => [...new Set(typed.split('\n').map((line) => line.trim()))].filter(Boolean)

/** Asks for names, or for cards whose names are meant, and has standard names proposed for them. */
export function ProposeNames(): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const action = useAction(proposeNames)
  const seesCards = useRight('device.list')
  const [open, setOpen] = useState<'names' | 'cards'>()
  const [typed, setTyped] = useState('')
  const [nameLanguage, setLanguage] = useState<Language>('zh')
  const field = useId()
  const names = namesIn(typed)
  const isTooMany = names.length > mostNames
  const send = async (body: object): Promise<void> => {
    try {
      const proposed = await action.mutateAsync({ body: { ...body, nameLanguage } })
      notice.done(word('names.proposed', { count: proposed.length }))
      setOpen(undefined)
      setTyped('')
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <>
      <Button type="primary" onClick={() => setOpen('names')}>
        {word('names.propose')}
      </Button>
      {seesCards && (
        <Button onClick={() => setOpen('cards')} loading={action.isPending}>
          {word('names.cards')}
        </Button>
      )}
      <Modal
        open={open === 'names'}
        title={say(proposeNames)}
        okText={word('names.propose')}
        okButtonProps={{ disabled: names.length === 0 || isTooMany }}
        confirmLoading={action.isPending}
        onCancel={() => setOpen(undefined)}
        onOk={() => void send({ names: names.map((name) => ({ name: name.slice(0, 200) })) })}
      >
        <label htmlFor={field}>{word('names.typed')}</label>
        <Input.TextArea
          id={field}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoSize={{ minRows: 8, maxRows: 16 }}
          status={isTooMany ? 'error' : undefined}
          autoFocus
        />
        <p className="eam-hint">{isTooMany ? word('names.tooMany', { count: names.length }) : word('names.hint')}</p>
        <Segmented<Language>
          aria-label={say(proposeNames.input.nameLanguage)}
          value={nameLanguage}
          onChange={setLanguage}
          options={(Object.keys(languages) as Language[]).map((one) => ({ value: one, label: say(languages[one]) }))}
        />
      </Modal>
      <RowPicker
        of={device}
        isOpen={open === 'cards'}
        onClose={() => setOpen(undefined)}
        onPick={(rows) =>
          rows.length > mostNames
            ? notice.warn(word('names.tooMany', { count: rows.length }))
            : void send({ ids: rows.map((row) => row.id) })
        }
      />
    </>
  )
}
