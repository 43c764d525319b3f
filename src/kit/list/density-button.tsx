import { ColumnHeightOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { type Density, densities } from './preferences.ts'

interface Props {
  readonly density: Density
  readonly onChoose: (next: Density) => void
}

/** A menu for the row height of lists. */
export function DensityButton({ density, onChoose }: Props): ReactNode {
  const { word } = useWords()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: densities.map((key) => ({ key, label: word(`density.${key}`) })),
        selectable: true,
        selectedKeys: [density],
        onClick: ({ key }) => onChoose(key as Density),
      }}
    >
      <Tooltip title={word('tool.density')}>
        <Button icon={<ColumnHeightOutlined />} aria-label={word('tool.density')} />
      </Tooltip>
    </Dropdown>
  )
}
