import { RightOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'

/** The link from a chart on a page of cards to the page with the full measure. */
export function OpenMeasure({ title, to }: { readonly title: string; readonly to: string }): ReactNode {
  const { word } = useWords()
  return (
    <Tooltip title={word('chart.open')}>
      <Link to={to} aria-label={`${word('chart.open')}: ${title}`} className="ant-btn ant-btn-text ant-btn-sm ant-btn-icon-only">
        <RightOutlined />
      </Link>
    </Tooltip>
  )
}
