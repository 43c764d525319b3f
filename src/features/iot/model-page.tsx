import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { tryMessage } from '#contract/calls/iot/sensor.ts'
import { mostContent, quantities, rejections } from '#contract/entities/iot/sensor-kinds.ts'
import { sensorModel } from '#contract/entities/iot/sensor-model.ts'
import { invoke } from '#src/data/client.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const words = {
  stored: { zh: '按此型号可读取', en: 'This model can read the payload' },
  rejected: { zh: '不会入库', en: 'The payload would be rejected' },
  at: { zh: '时间', en: 'Time' },
} as const

/** The models of sensors. A record tries how its mapping reads a message of the maker. */
export function SensorModelPage(): ReactNode {
  return <EntityPage of={sensorModel} more={(row) => <TryMessage key={`${row.id} ${row.version}`} id={row.id} />} />
}

function TryMessage({ id }: { readonly id: string }): ReactNode {
  const { say, language } = useWords()
  const notice = useNotice()
  const field = useId()
  const [message, setMessage] = useState('')
  const trying = useMutation({
    mutationFn: () => invoke(tryMessage, { body: { id, message } }),
    onError: (thrown) => notice.failed(thrown),
  })
  const found = trying.data
  return (
    <section className="eam-panel" aria-label={say(tryMessage)}>
      <label htmlFor={field}>{say(tryMessage.input.message)}</label>
      <Input.TextArea
        id={field}
        rows={5}
        maxLength={mostContent}
        value={message}
        placeholder='{"ts": 1767225600, "power": 120}'
        onChange={({ target }) => {
          setMessage(target.value)
          trying.reset()
        }}
      />
      <Button disabled={message.trim() === ''} loading={trying.isPending} onClick={() => trying.mutate()}>
        {say(tryMessage)}
      </Button>
      {found &&
        (found.rejection ? (
          <Alert type="error" showIcon title={say(words.rejected)} description={say(rejections[found.rejection])} />
        ) : (
          <>
            <Alert type="success" showIcon title={say(words.stored)} />
            <Descriptions
              size="small"
              column={1}
              items={[
                { key: 'at', label: say(words.at), children: found.at && momentText(found.at, language) },
                ...found.values.map(({ quantity, value }) => ({
                  key: quantity,
                  label: say(quantities[quantity]),
                  children: `${value} ${quantities[quantity].unit}`,
                })),
              ]}
            />
          </>
        ))}
    </section>
  )
}
