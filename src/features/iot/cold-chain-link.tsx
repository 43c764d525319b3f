import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { coldChain } from '#contract/calls/iot/alarm.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { coldChainPath } from './cold-chain-path.ts'

interface Props {
  readonly deviceId: string
  readonly from: string
  readonly to: string
}

/** Opens the temperatures of a device in some days. */
export function ColdChainLink(props: Props): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  if (!useRight(coldChain.may)) return null
  return (
    <Button icon={<FileTextOutlined />} onClick={() => void navigate(`${coldChainPath}?${new URLSearchParams({ ...props })}`)}>
      {say(coldChain)}
    </Button>
  )
}
