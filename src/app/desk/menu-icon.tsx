import {
  ApartmentOutlined,
  AppstoreAddOutlined,
  CheckSquareOutlined,
  CreditCardOutlined,
  EnvironmentOutlined,
  FileOutlined,
  FormOutlined,
  HomeOutlined,
  ImportOutlined,
  MedicineBoxOutlined,
  QrcodeOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  ToolOutlined,
  UnorderedListOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  device: MedicineBoxOutlined,
  card: CreditCardOutlined,
  part: AppstoreAddOutlined,
  check: CheckSquareOutlined,
  list: UnorderedListOutlined,
  place: EnvironmentOutlined,
  setting: SettingOutlined,
  dept: ApartmentOutlined,
  user: UserOutlined,
  role: SafetyOutlined,
  field: FormOutlined,
  supplier: ShopOutlined,
  repair: ToolOutlined,
  sheet: ImportOutlined,
  label: QrcodeOutlined,
}

/** The picture of a menu item by its name in the menu. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? FileOutlined
  return <Icon />
}
