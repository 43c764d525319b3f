import { labelPrint } from '../entities/label/label-print.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** Labels among the first steps. */
export const labelHome: HomeFacts = {
  help: [
    {
      name: 'label.print',
      zh: '打印标签',
      en: 'Print labels',
      has: ['label.print', 'device.list'],
      page: '/eam/device',
      done: { of: labelPrint },
      order: 45,
      hint: { zh: '在设备卡列表选中设备，打印二维码标签', en: 'Select devices in the list and print their QR labels' },
    },
  ],
}
