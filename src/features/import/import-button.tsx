import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ImportTarget, importCalls } from '#contract/registry.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'

/** The way to an import from a list whose rows have one. */
export function ListImport({ of }: { readonly of: string }): ReactNode {
  return isTarget(of) ? <ImportButton into={of} /> : null
}

const isTarget = (of: string): of is ImportTarget => Object.hasOwn(importCalls, of)

/** Leads from a list to a new import into it. */
function ImportButton({ into }: { readonly into: ImportTarget }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const mayImport = useRight(importCalls[into].verify.may)
  const maySee = useRight('importJob.list')
  if (!mayImport || !maySee) return null
  return (
    <Button
      className="eam-folds-next"
      icon={<UploadOutlined />}
      title={word('import.go')}
      onClick={() => void navigate(`/eam/imports?into=${into}`)}
    >
      {word('import.go')}
    </Button>
  )
}
