import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type PromMetric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>

/** Reads the metrics of `/metrics` for the export, so that each is counted once and has one name. */
export function registryProducer(registry: Registry): MetricProducer {
  const startTime = toHrTime(performance.timeOrigin)
  return {
    async collect() {
      const endTime = toHrTime(Date.now())
      // prom-client types the result as one without values.
      const all = (await registry.getMetricsAsJSON()) as unknown as PromMetric[]
      const metrics = all.flatMap((metric) => toMetricData(metric, { startTime, endTime }) ?? [])
      const scopeMetrics = [{ scope: { name: 'companion' }, metrics }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

function toMetricData({ name, help, type, values }: PromMetric, times: Times): MetricData | undefined {
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // JSON has no NaN, which stands for what was not measured yet; a collector refuses the whole export with it.
  const known = values.filter(({ value }) => Number.isFinite(value))
  const points = () => known.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  // prom-client gives the type as text in its JSON.
  const kind = String(type)
  if (kind === 'counter') return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
  if (kind === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }
  if (kind !== 'histogram') return undefined
  return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, times) }
}

interface Series {
  attributes: Attributes
  /** The number of observations up to each bound. */
  below: Map<number, number>
  sum: number
}

/** Prometheus counts what is at most a bound, OpenTelemetry what lies between two bounds. */
function histogramPoints(values: PromMetric['values'], times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, Series>()
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels
    const key = JSON.stringify(Object.entries(attributes).sort())
    const one: Series = series.get(key) ?? { attributes, below: new Map(), sum: 0 }
    series.set(key, one)
    if (metricName?.endsWith('_sum')) one.sum = value
    else if (le !== undefined) one.below.set(le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value)
  }
  return [...series.values()].map(({ attributes, below, sum }) => {
    const sorted = [...below].sort(([a], [b]) => a - b)
    const counts = sorted.map(([, count], i) => count - (sorted[i - 1]?.[1] ?? 0))
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite)
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count: sorted.at(-1)?.[1] ?? 0 } }
  })
}
