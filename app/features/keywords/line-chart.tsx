import { segmentsOf } from './chart-data.ts'
import styles from './trend-chart.module.css'

const sizes = {
  full: { width: 720, height: 240, inset: { left: 48, right: 8, top: 18, bottom: 24 } },
  half: { width: 400, height: 180, inset: { left: 46, right: 8, top: 14, bottom: 32 } },
  small: { width: 120, height: 36, inset: { left: 4, right: 4, top: 4, bottom: 4 } },
}

/**
 * Lines over columns of time, distinguished by colour and dashes. Values and levels are heights from 0 (bottom) to 1;
 * null is a gap, and a value between two gaps a dot. The same data stand next to it as text.
 */
export function LineChart(props: {
  columns: readonly { key: string; label: string }[]
  levels: readonly { at: number; label: string }[]
  lines: readonly (readonly (number | null)[])[]
  size?: keyof typeof sizes
}) {
  const { columns, levels, lines, size = 'full' } = props
  const { width, height, inset } = sizes[size]
  const last = columns.length - 1
  const x = (index: number) => inset.left + (index / Math.max(1, last)) * (width - inset.left - inset.right)
  const y = (value: number) => inset.top + (1 - value) * (height - inset.top - inset.bottom)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.chart}
      data-size={size}
      aria-hidden="true"
      focusable="false"
    >
      {levels.map(({ at, label }) => (
        <g key={label}>
          <line x1={inset.left} x2={width - inset.right} y1={y(at)} y2={y(at)} className={styles.level} />
          <text x={inset.left - 6} y={y(at) + 4} textAnchor="end" className={styles.label}>
            {label}
          </text>
        </g>
      ))}
      {size !== 'small' &&
        columns.map(({ key, label }, index) => (
          <text
            key={key}
            x={x(index)}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : index === last ? 'end' : 'middle'}
            className={styles.label}
            data-odd={index % 2 === 1 || undefined}
          >
            {label}
          </text>
        ))}
      {lines.map((values, place) =>
        segmentsOf(values).map((segment) =>
          segment.length > 1 ? (
            <polyline
              key={`${place}-${segment[0]}`}
              points={segment.map((index) => `${x(index)},${y(values[index]!)}`).join(' ')}
              className={styles.line}
              data-place={place}
            />
          ) : (
            <circle
              key={`${place}-${segment[0]}`}
              cx={x(segment[0]!)}
              cy={y(values[segment[0]!]!)}
              r={size === 'small' ? 2 : 4}
              className={styles.dot}
              data-place={place}
            />
          ),
        ),
      )}
    </svg>
  )
}
