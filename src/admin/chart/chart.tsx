import { useEffect, useState } from 'react';
import { theme } from 'antd';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

interface ChartProps {
  /** Accessible label of the chart. */
  readonly label: string;
  readonly kind: 'line' | 'bar' | 'pie';
  /** Names along the axis, or of the slices. */
  readonly names: readonly string[];
  readonly series: readonly Series[];
  /** Px. */
  readonly height?: number;
  /** Shown after a value: 次, %. */
  readonly unit?: string;
  /** Maximum of the value axis; computed from the values by default. */
  readonly most?: number;
}

const COLOURS = ['#409eff', '#009899', '#e0a526', '#8e6bbf', '#5c6370', '#b4382c'];
const HEIGHT = 220;

/** A chart, with its numbers as a table. It is drawn once its chunk is loaded. */
export function Chart({ label, kind, names, series, height = HEIGHT, unit = '', most }: ChartProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const [drawn, setDrawn] = useState<EChartsType | null>(null);
  const { token } = theme.useToken();
  const ink = { text: token.colorTextSecondary, line: token.colorBorderSecondary, paper: token.colorBgElevated };
  const wanted = JSON.stringify([{ kind, names, series, unit, ...(most === undefined ? {} : { most }) }, ink]);

  useEffect(() => {
    if (!place) return;
    let chart: EChartsType | null = null;
    let gone = false;
    const watch = new ResizeObserver(() => chart?.resize());
    void import('./echarts-parts.ts').then(({ init }) => {
      if (gone) return;
      chart = init(place, null, { renderer: 'svg' });
      setDrawn(chart);
      watch.observe(place);
    });
    return () => {
      gone = true;
      watch.disconnect();
      chart?.dispose();
      setDrawn(null);
    };
  }, [place]);
  useEffect(() => {
    const [shape, colours] = JSON.parse(wanted) as [Shape, Ink];
    if (drawn && !drawn.isDisposed()) drawn.setOption(optionOf(shape, colours), true);
  }, [drawn, wanted]);

  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <div ref={setPlace} aria-hidden="true" style={{ height }} />
      <details>
        <summary className="soft">查看数据</summary>
        <div style={{ overflow: 'auto', maxHeight: 240 }}>
          <table className="chart-table">
            <caption className="soft">{label}</caption>
            <thead>
              <tr>
                <th scope="col">项目</th>
                {series.map((one) => (
                  <th key={one.name} scope="col">
                    {one.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name, index) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {series.map((one) => (
                    <td key={one.name}>
                      {one.values[index] ?? 0}
                      {unit}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface Ink {
  readonly text: string;
  readonly line: string;
  readonly paper: string;
}

type Shape = Required<Pick<ChartProps, 'kind' | 'names' | 'series' | 'unit'>> & Pick<ChartProps, 'most'>;

function optionOf({ kind, names, series, unit, most }: Shape, ink: Ink): EChartsCoreOption {
  const shared = {
    color: COLOURS,
    animation: false,
    textStyle: { color: ink.text },
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      backgroundColor: ink.paper,
      borderColor: ink.line,
      textStyle: { color: ink.text },
      valueFormatter: (value: unknown) => `${String(value)}${unit}`,
    },
    legend: { show: series.length > 1 || kind === 'pie', bottom: 0, textStyle: { color: ink.text }, itemWidth: 12, itemHeight: 8 },
  };
  if (kind === 'pie')
    return {
      ...shared,
      series: [
        {
          type: 'pie',
          radius: ['46%', '72%'],
          center: ['50%', '44%'],
          label: { color: ink.text },
          data: names.map((name, index) => ({ name, value: series[0]?.values[index] ?? 0 })),
        },
      ],
    };
  return {
    ...shared,
    grid: { left: 8, right: 16, top: 16, bottom: series.length > 1 ? 32 : 8, containLabel: true },
    xAxis: { type: 'category', data: names, axisLine: { lineStyle: { color: ink.line } }, axisTick: { show: false }, axisLabel: { color: ink.text } },
    yAxis: {
      type: 'value',
      minInterval: 1,
      ...(most === undefined ? {} : { max: most }),
      splitLine: { lineStyle: { color: ink.line } },
      axisLabel: { color: ink.text, formatter: `{value}${unit}` },
    },
    series: series.map((one) => ({
      name: one.name,
      type: kind,
      data: one.values,
      // A free curve goes below zero between two days.
      smooth: true,
      smoothMonotone: 'x',
      showSymbol: false,
      barMaxWidth: 24,
      lineStyle: { width: 2 },
      ...(kind === 'line' ? { areaStyle: { opacity: 0.08 } } : {}),
    })),
  };
}
