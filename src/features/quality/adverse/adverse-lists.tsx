import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import type { Row } from '#src/data/hooks.ts'
import { OriginLink } from '#src/kit/record/origin-link.tsx'
import { RelatedRows } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { clockColumn } from './late-tag.tsx'
import { ReportOfDevice } from './report-adverse.tsx'

const from = { zh: '已填报不良事件', en: 'Entered as an adverse event:' } as const

/** The adverse events of a device, and the way to enter one. */
export function DeviceAdverse({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  return (
    <Flex vertical gap="middle">
      <Flex justify="end">
        <ReportOfDevice row={row} />
      </Flex>
      <RelatedRows
        of={adverseEvent}
        columns={['eventNo', 'eventState', 'harmLevel', 'isGroup', 'eventDay', 'dueAt', 'reportedAt']}
        extraColumns={clockColumn}
        fixed={{ deviceId: row.id }}
        onOpen={({ id }) => void navigate(`/eam/adverse-event/${id}`)}
      />
    </Flex>
  )
}

/** On a repair order: the newest adverse event that it led to. */
export function RepairAdverse({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  return <OriginLink of={adverseEvent} given={{ repairId: row.id }} said={say(from)} />
}
