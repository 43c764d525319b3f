import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, InputNumber, Select, Switch, Table } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { fieldConfigSave } from '#contract/calls/settings/field-config.ts'
import { type Entity, verbsOf } from '#contract/kit/entity/entity.ts'
import { isPlain } from '#contract/kit/fields/field.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { type FieldSetting, settingsQuery } from '#src/data/view.ts'
import { useUnsaved } from '#src/kit/form/unsaved.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { ManySelect } from '#src/kit/widgets/desk/many-select.tsx'
import { useWords } from '#src/words/words.ts'
import { changedSettings, type Setting, settingsOf } from './field-settings.ts'

const configurable = entities.filter((of) => verbsOf(of).includes('submit') && of.name !== 'customField')

/** Which fields of an entity this hospital shows, and under which names. */
export function FieldConfigPage(): ReactNode {
  const { word, say } = useWords()
  const [name, setName] = useState('device')
  const of = entityNamed(name)
  const settings = useQuery(settingsQuery(of))
  const [isDirty, setDirty] = useState(false)
  // Changes saved by other people show once there is no unsaved input here.
  const [shown, setShown] = useState<{ readonly name: string; readonly said: readonly FieldSetting[] }>()
  const { data } = settings
  if (data && (shown?.name !== name || (shown.said !== data && !isDirty))) setShown({ name, said: data })
  return (
    <section className="eam-panel">
      <div className="eam-toolbar">
        <label htmlFor="field-config-of">{word('config.of')}</label>
        <Select
          id="field-config-of"
          value={name}
          onChange={setName}
          disabled={isDirty}
          options={configurable.map((other) => ({ value: other.name, label: say(other) }))}
          style={{ width: 220 }}
        />
        <span className="eam-hint">{word('config.hint')}</span>
      </div>
      {shown?.name === name ? (
        <SettingsTable key={`${name} ${JSON.stringify(shown.said)}`} of={of} said={shown.said} onDirty={setDirty} />
      ) : (
        <Outcome isLoading={settings.isPending} error={settings.error} onRetry={() => void settings.refetch()} />
      )}
    </section>
  )
}

interface TableProps {
  readonly of: Entity
  readonly said: readonly FieldSetting[]
  readonly onDirty: (isDirty: boolean) => void
}

function SettingsTable({ of, said, onDirty }: TableProps): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [rows, setRows] = useState(() => settingsOf(of, said))
  const save = useAction(fieldConfigSave)
  const mayChange = useRight('fieldConfig.submit')
  const changed = changedSettings(settingsOf(of, said), rows)
  const isDirty = changed.length > 0
  const drop = useUnsaved(isDirty)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const set = (code: string, part: Partial<Setting>): void =>
    setRows((known) => known.map((row) => (row.fieldCode === code ? { ...row, ...part } : row)))
  const send = async (): Promise<void> => {
    try {
      await save.mutateAsync({ body: { entity: of.name, fields: changed } })
      drop()
      onDirty(false)
      notice.done(word('form.updated'))
    } catch {
      // The refusal is shown above the table.
    }
  }
  return (
    <>
      {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} />}
      <Table<Setting>
        rowKey="fieldCode"
        size="small"
        pagination={false}
        dataSource={rows}
        columns={[
          {
            key: 'name',
            title: word('config.field'),
            render: (_value, row) => (
              <span title={`${word('config.code')}${word('mark.colon')}${row.fieldCode}`}>{say(of.fields[row.fieldCode]!)}</span>
            ),
          },
          {
            key: 'show',
            title: word('config.show'),
            width: 120,
            render: (_value, row) => (
              <Switch
                checked={row.isShow === 1}
                disabled={!mayChange || row.isFixed}
                aria-label={`${word('config.show')} ${say(of.fields[row.fieldCode]!)}`}
                onChange={(isOn) => set(row.fieldCode, { isShow: isOn ? 1 : 0 })}
              />
            ),
          },
          {
            key: 'required',
            title: word('config.required'),
            width: 90,
            render: (_value, row) => (
              <Switch
                checked={row.isRequired === 1}
                disabled={!mayChange || row.isFixed || of.fields[row.fieldCode]?.readOnly}
                aria-label={`${word('config.required')} ${say(of.fields[row.fieldCode]!)}`}
                onChange={(isOn) => set(row.fieldCode, { isRequired: isOn ? 1 : 0 })}
              />
            ),
          },
          ...(['sort', 'width'] as const).map((part) => ({
            key: part,
            title: word(part === 'sort' ? 'config.sort' : 'config.width'),
            width: 110,
            render: (_value: unknown, row: Setting) => (
              <InputNumber
                value={row[part]}
                min={part === 'sort' ? 0 : 60}
                max={part === 'sort' ? 999 : 800}
                precision={0}
                disabled={!mayChange}
                aria-label={`${word(part === 'sort' ? 'config.sort' : 'config.width')} ${say(of.fields[row.fieldCode]!)}`}
                onChange={(value) => set(row.fieldCode, { [part]: value })}
              />
            ),
          })),
          {
            key: 'beside',
            title: word('config.beside'),
            width: 220,
            render: (_value, row) => (
              <ManySelect
                disabled={!mayChange}
                value={row.fieldAssociation ? row.fieldAssociation.split(',') : []}
                options={Object.entries(of.fields).flatMap(([name, field]) =>
                  isPlain(field) && name !== row.fieldCode ? [{ value: name, label: say(field) }] : [],
                )}
                showSearch={byLabel}
                aria-label={`${word('config.beside')} ${say(of.fields[row.fieldCode]!)}`}
                onChange={(names: string[]) => set(row.fieldCode, { fieldAssociation: names.join(',') || null })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            key: 'alias',
            title: word('config.alias'),
            render: (_value, row) => (
              <Input
                value={row.alias}
                maxLength={40}
                disabled={!mayChange}
                placeholder={say(of.fields[row.fieldCode]!)}
                aria-label={`${word('config.alias')} ${say(of.fields[row.fieldCode]!)}`}
                onChange={(event) => set(row.fieldCode, { alias: event.target.value })}
              />
            ),
          },
        ]}
      />
      {mayChange && (
        <div className="eam-form-foot">
          <Button disabled={!isDirty} onClick={() => setRows(settingsOf(of, said))}>
            {word('config.undo')}
          </Button>
          <Button type="primary" disabled={!isDirty} loading={save.isPending} onClick={() => void send()}>
            {word('common.save')}
          </Button>
        </div>
      )}
    </>
  )
}
