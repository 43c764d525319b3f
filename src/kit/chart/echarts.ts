import { BarChart, HeatmapChart, LineChart, PieChart, TreemapChart } from 'echarts/charts'
import { GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

// Register only the parts in use, to keep the bundle small.
use([
  BarChart,
  LineChart,
  PieChart,
  HeatmapChart,
  TreemapChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapComponent,
  LabelLayout,
  CanvasRenderer,
])

export { init }
