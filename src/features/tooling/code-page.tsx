import { Alert, Button, Drawer, Form, Modal, Select, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { codeCopy, codeGenerate, codePreview, codeSystems } from '#contract/calls/tooling/code.ts'
import { codeForm } from '#contract/entities/tooling/code-form.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { listed } from '#contract/kit/words.ts'
import { download } from '#src/data/client.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Forms of new entities: the files that follow from them are looked at and downloaded. */
export const CodePage = (): ReactNode => (
  <EntityPage
    of={codeForm}
    hasBroadForm
    rowActions={(row) => <Acts row={row} />}
    listActions={(rows) => rows.length > 0 && <Generate rows={rows} />}
  />
)

type System = keyof typeof codeSystems

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [isShown, setShown] = useState(false)
  const copy = useAction(codeCopy)
  const mayCopy = useRight(codeCopy.may)
  const run = (): void => void notice.tell(copy.mutateAsync({ query: { id: row.id } }), word('form.added'))
  return (
    <>
      <Button onClick={() => setShown(true)}>{word('code.preview')}</Button>
      <Generate rows={[row]} />
      {mayCopy && (
        <Button loading={copy.isPending} onClick={run}>
          {word('code.copy')}
        </Button>
      )}
      {isShown && <Preview id={row.id} onClose={() => setShown(false)} />}
    </>
  )
}

/** Asks what is to be generated and downloads it. */
function Generate({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const { word, say, language } = useWords()
  const notice = useNotice()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [system, setSystem] = useState<System>('desk')
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const query = { ids: rows.map(({ id }) => id).join(), system }
      saveFile(await download(pathsOf(codeGenerate)[0]!, query, 'code.zip', { method: 'POST' }))
      setAsked(false)
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>{word('code.download')}</Button>
      <Modal open={isAsked} title={say(codeGenerate)} onCancel={() => setAsked(false)} onOk={() => void send()} confirmLoading={isBusy}>
        <p>
          {listed(
            rows.map((row) => String(row.entityName)),
            language,
          )}
        </p>
        <Form layout="vertical">
          <Form.Item label={say(codeGenerate.input.system)} htmlFor="code-system">
            <Systems id="code-system" value={system} onChange={setSystem} />
          </Form.Item>
        </Form>
        <Alert type="info" title={word('code.hint')} />
      </Modal>
    </>
  )
}

interface SystemsProps {
  readonly id: string
  readonly value: System
  readonly onChange: (next: System) => void
}

function Systems({ id, value, onChange }: SystemsProps): ReactNode {
  const { say } = useWords()
  const options = Object.entries(codeSystems).map(([key, words]) => ({ value: key as System, label: say(words) }))
  return <Select id={id} value={value} onChange={onChange} options={options} aria-label={say(codeGenerate.input.system)} />
}

function Preview({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { say } = useWords()
  const [system, setSystem] = useState<System>('desk')
  const found = useCall(codePreview, { ids: id, system })
  return (
    <Drawer open onClose={onClose} size={drawerSizes.large} title={say(codePreview)} destroyOnHidden>
      <Systems id="code-preview-system" value={system} onChange={setSystem} />
      {found.data ? (
        <Tabs items={found.data.map(({ path, text }) => ({ key: path, label: path, children: <pre className="eam-code">{text}</pre> }))} />
      ) : (
        <Outcome isLoading={!found.error} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  )
}
