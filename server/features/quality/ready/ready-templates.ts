import { at, type ReadyTemplate, within } from './ready-points.ts'

const flowAnalyser = { zh: '气流分析仪', en: 'Gas flow analyser' }
const infusionTester = { zh: '输液泵检测仪', en: 'Infusion device analyser' }
const energyTester = { zh: '除颤能量分析仪', en: 'Defibrillator analyser' }
const patientSimulator = { zh: '生命体征模拟仪', en: 'Patient simulator' }
const powerTester = { zh: '高频电刀检测仪', en: 'Electrosurgery analyser' }

/** The templates that a hospital may load once, with usual set points and tolerances of such tests; a hospital adapts them. */
export const readyTemplates: readonly ReadyTemplate[] = [
  {
    ...{ key: 'ventilator', zh: '呼吸机质控', en: 'Ventilator control', cycleMonths: 12, importantClassification: 'life_support' },
    points: [
      ...at({ zh: '潮气量', en: 'Tidal volume' }, 'mL', flowAnalyser, [200, 400, 600, 800], { abs: 20, percent: 15 }),
      ...at({ zh: '通气频率', en: 'Ventilation rate' }, '/min', flowAnalyser, [10, 15, 20, 30], { abs: 1, percent: 10 }),
      ...at({ zh: '气道峰压', en: 'Peak airway pressure' }, 'cmH2O', flowAnalyser, [10, 15, 20, 30], { abs: 2, percent: 4 }),
      ...at({ zh: '呼气末正压', en: 'PEEP' }, 'cmH2O', flowAnalyser, [0, 5, 10, 15], { abs: 2, percent: 4 }),
      ...at({ zh: '吸入氧浓度', en: 'Inspired oxygen' }, '%', flowAnalyser, [21, 40, 60, 100], { abs: 5 }),
    ],
  },
  {
    ...{ key: 'pump', zh: '输注泵质控', en: 'Infusion pump control', cycleMonths: 12, importantClassification: 'emergency' },
    points: [
      ...at({ zh: '流量', en: 'Flow' }, 'mL/h', infusionTester, [5], { percent: 10 }),
      ...at({ zh: '流量', en: 'Flow' }, 'mL/h', infusionTester, [25, 100], { percent: 6 }),
      within({ zh: '阻塞报警压力', en: 'Occlusion alarm pressure' }, 'kPa', infusionTester, { lowerLimit: 20, upperLimit: 160 }),
      within({ zh: '阻塞报警时间', en: 'Time to occlusion alarm' }, 's', infusionTester, { upperLimit: 300 }),
    ],
  },
  {
    ...{ key: 'defibrillator', zh: '除颤仪质控', en: 'Defibrillator control', cycleMonths: 6, importantClassification: 'emergency' },
    points: [
      ...at({ zh: '释放能量', en: 'Delivered energy' }, 'J', energyTester, [10, 50, 100, 200], { abs: 4, percent: 15 }),
      within({ zh: '充电时间', en: 'Charge time' }, 's', energyTester, { upperLimit: 15 }),
      within({ zh: '同步放电延迟', en: 'Synchronised discharge delay' }, 'ms', energyTester, { upperLimit: 60 }),
      ...at({ zh: '心率', en: 'Heart rate' }, '/min', energyTester, [30, 80, 180], { abs: 2, percent: 5 }),
    ],
  },
  {
    ...{ key: 'monitor', zh: '监护仪质控', en: 'Patient monitor control', cycleMonths: 12, importantClassification: 'life_support' },
    points: [
      ...at({ zh: '血氧饱和度', en: 'SpO2' }, '%', patientSimulator, [85, 90, 98], { abs: 3 }),
      ...at({ zh: '无创血压收缩压', en: 'NIBP systolic' }, 'mmHg', patientSimulator, [80, 120, 200], { abs: 10 }),
      ...at({ zh: '无创血压舒张压', en: 'NIBP diastolic' }, 'mmHg', patientSimulator, [50, 80, 150], { abs: 10 }),
      ...at({ zh: '心电心率', en: 'ECG heart rate' }, '/min', patientSimulator, [30, 80, 180], { abs: 2, percent: 5 }),
      ...at({ zh: '呼吸频率', en: 'Respiratory rate' }, '/min', patientSimulator, [15, 40], { abs: 2, percent: 5 }),
    ],
  },
  {
    ...{ key: 'electrosurgery', zh: '高频电刀质控', en: 'Electrosurgical unit control', cycleMonths: 12 },
    points: [
      ...at({ zh: '单极切割功率', en: 'Monopolar cut power' }, 'W', powerTester, [50, 100, 200], { percent: 20 }),
      ...at({ zh: '单极凝血功率', en: 'Monopolar coagulation power' }, 'W', powerTester, [30, 60], { percent: 20 }),
      ...at({ zh: '双极功率', en: 'Bipolar power' }, 'W', powerTester, [20, 40], { percent: 20 }),
      within({ zh: '高频漏电流', en: 'High-frequency leakage current' }, 'mA', powerTester, { upperLimit: 150 }),
    ],
  },
]
