/** Faults as hospitals report them: kind, what was seen, what it was, what was done, and the part that was needed with its price. */
export const demoFaults = [
  ['power', '开机无反应', '电源板电容老化', '更换电源板，老化测试两小时正常', ['电源板', 860]],
  ['power', '使用中突然断电', '电池无法充电', '更换电池并校准电量', ['锂电池', 420]],
  ['display', '屏幕闪烁', '屏线接触不良', '重新压接屏线', undefined],
  ['display', '触摸不灵敏', '触摸屏老化', '更换触摸屏并校准', ['触摸屏', 1_280]],
  ['software', '自检报错', '参数丢失', '恢复参数并升级软件', undefined],
  ['software', '数据无法上传', '网络配置错误', '重新设置网络参数', undefined],
  ['mechanical', '推车轮子松动', '脚轮螺丝滑丝', '更换脚轮', ['脚轮', 85]],
  ['mechanical', '升降失灵', '丝杆卡滞', '清洁并润滑丝杆', undefined],
  ['electronic', '测量值偏差大', '传感器漂移', '更换传感器并校准', ['流量传感器', 1_950]],
  ['electronic', '报警音异常', '喇叭损坏', '更换喇叭', ['喇叭', 60]],
  ['accessory', '血氧无读数', '探头线断', '更换血氧探头', ['血氧探头', 380]],
  ['accessory', '导联脱落报警', '导联线老化', '更换心电导联线', ['心电导联线', 260]],
  ['accessory', '管路漏气', '管路老化', '更换呼吸管路', ['呼吸管路', 150]],
  ['operation', '误报故障', '电源线未插紧', '插紧电源线，现场示范操作', undefined],
] as const
