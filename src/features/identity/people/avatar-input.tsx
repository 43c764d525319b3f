import { UserOutlined } from '@ant-design/icons'
import { Avatar, Button, Space, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { avatarBytes, avatarTypes } from '#contract/entities/identity/avatar.ts'
import { uploadFile } from '#src/data/upload.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly id?: string
  /** Id or address of the picture; empty for none. */
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** The picture of a person: uploaded at once, theirs when the form is saved. What is no jpg or png, or too large, is refused before it is sent. */
export function AvatarInput({ id, value = '', onChange }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File): Promise<void> => {
    if (!avatarTypes.includes(file.type)) return notice.warn(word('avatar.type'))
    if (file.size > avatarBytes) return notice.warn(word('avatar.size'))
    setBusy(true)
    try {
      onChange?.(await uploadFile(file))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  const address = value.startsWith('/') ? value : fileAddress(value, 'thumb')
  return (
    <Space>
      <Avatar size={64} src={value === '' ? undefined : address} icon={<UserOutlined />} alt={word('avatar.label')} />
      <Upload
        id={id}
        accept={avatarTypes.join()}
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button loading={isBusy}>{word('avatar.choose')}</Button>
      </Upload>
      {value !== '' && (
        <Button type="link" onClick={() => onChange?.('')}>
          {word('avatar.drop')}
        </Button>
      )}
      <span className="eam-hint">{word('avatar.hint')}</span>
    </Space>
  )
}
