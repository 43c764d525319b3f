/** Words of the floor plans that desk and phone share; they load with the pages. */
export const planWords = {
  open: { zh: '平面图', en: 'Floor plan' },
  none: { zh: '该楼层暂无平面图', en: 'This floor has no plan yet' },
  drawn: { zh: '该楼层的平面图，房间清单在图旁', en: 'Floor plan, with the room list beside it' },
  devices: (count: number) => ({ zh: `${count} 台设备`, en: `Devices: ${count}` }),
  kept: (time: string) => ({ zh: `没有信号，显示 ${time} 保存的平面图`, en: `No signal. This is the plan as of ${time}` }),
  notKept: { zh: '没有信号，这台手机暂无该楼层的平面图', en: 'No signal, and this phone has not kept the plan of this floor' },
} as const
