const monitors = ['多参数监护仪', '除颤仪', '胎心监护仪']
const gas = ['有创呼吸机', '麻醉系统']
/** Devices with a screen of their own. */
const screens = [...monitors, ...gas, '十二导心电图机', '彩超', '便携彩超', '血气分析仪', '血透机', '容量输液泵', '微量注射泵']
const wheeled = ['电动病床', '彩超', '婴儿暖箱', ...gas, '多参数监护仪', '吸引器', '便携彩超', '高频手术系统', '血透机']
const lifted = ['电动病床', '彩超', 'DR', '婴儿暖箱', ...gas]
/** Those that run on a battery where they are moved. */
const charged = ['多参数监护仪', '除颤仪', '有创呼吸机', '十二导心电图机', '便携彩超', '容量输液泵', '微量注射泵']
/** Those that test themselves as they start. */
const programmed = [...screens, 'DR', 'CT', '生化分析仪', '胃肠镜系统', '高频手术系统', '脉动真空灭菌器', '台式离心机', '婴儿暖箱']
/** Those with a plug that comes loose. */
const plugged = [...screens, '高频手术系统', '婴儿暖箱', '台式离心机', '吸引器', '电动病床', '医用冷藏箱']

type Fault = readonly [
  kind: string,
  seen: string,
  diagnosis: string,
  measures: string,
  part: readonly [name: string, price: number] | undefined,
  /** Common names of the devices that can have it; any when absent. */
  of?: readonly string[],
]

/** Faults as hospitals report them: kind, what was seen, what it was, what was done, the part that was needed with its price, and the devices that have it. */
const demoFaults: readonly Fault[] = [
  ['power', '开机无反应', '电源板电容老化', '更换电源板，老化测试两小时正常', ['电源板', 860]],
  ['power', '使用中突然断电', '电池无法充电', '更换电池并校准电量', ['锂电池', 420], charged],
  ['display', '屏幕闪烁', '屏线接触不良', '重新压接屏线', undefined, screens],
  ['display', '触摸不灵敏', '触摸屏老化', '更换触摸屏并校准', ['触摸屏', 1_280], screens],
  ['software', '自检报错', '参数丢失', '恢复参数并升级软件', undefined, programmed],
  ['software', '数据无法上传', '网络配置错误', '重新设置网络参数', undefined, screens],
  ['mechanical', '推车轮子松动', '脚轮螺丝滑丝', '更换脚轮', ['脚轮', 85], wheeled],
  ['mechanical', '升降失灵', '丝杆卡滞', '清洁并润滑丝杆', undefined, lifted],
  ['electronic', '测量值偏差大', '传感器漂移', '更换传感器并校准', ['流量传感器', 1_950], gas],
  ['electronic', '报警音异常', '喇叭损坏', '更换喇叭', ['喇叭', 60], screens],
  ['accessory', '血氧无读数', '探头线断', '更换血氧探头', ['血氧探头', 380], ['多参数监护仪', '除颤仪']],
  ['accessory', '导联脱落报警', '导联线老化', '更换心电导联线', ['心电导联线', 260], ['多参数监护仪', '除颤仪', '十二导心电图机']],
  ['accessory', '管路漏气', '管路老化', '更换呼吸管路', ['呼吸管路', 150], gas],
  ['operation', '误报故障', '电源线未插紧', '插紧电源线，现场示范操作', undefined, plugged],
]

/** The faults that a device can have, by its common name. */
export const faultsOf = (common: string): readonly Fault[] => demoFaults.filter(([, , , , , of]) => !of || of.includes(common))
