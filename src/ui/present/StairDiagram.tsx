const STATES = [
  { x: 150, label: 'no search yet' },
  { x: 450, label: '1 search' },
  { x: 750, label: '2 searches' },
  { x: 1050, label: '3 searches' },
] as const;
const Y = 74;
/** The state at which the drawn policy stops. */
const STOP = 2;

/** One trajectory: states joined by searches, the judge asked at each, the first crossing, and what it cuts off. */
export function StairDiagram() {
  return (
    <svg
      viewBox="0 0 1440 250"
      width="1440"
      height="250"
      role="img"
      aria-label="A trajectory of four states: the judge is asked at each; the first score at or above the threshold stops the search; what native would have done after it is cut off."
      style={{ display: 'block' }}
    >
      <defs>
        <marker id="stair-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" orient="auto">
          <path d="M1 1L9 5L1 9" fill="none" stroke="var(--ink-3)" strokeWidth="1.6" />
        </marker>
      </defs>
      <text x={0} y={Y + 6} fontSize="18" fontWeight="600" fill="var(--ink)">
        Question
      </text>
      {STATES.map(({ x, label }, i) => (
        <State key={label} x={x} label={label} i={i} />
      ))}
      <g>
        <rect
          x={1290}
          y={Y - 26}
          width={150}
          height={52}
          rx={10}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth="1.5"
          strokeDasharray="5 4"
        />
        <text x={1365} y={Y + 6} fontSize="18" fontWeight="550" textAnchor="middle" fill="var(--ink-2)">
          native answer
        </text>
      </g>
    </svg>
  );
}

function State({ x, label, i }: { readonly x: number; readonly label: string; readonly i: number }) {
  const isAfter = i > STOP;
  const isStop = i === STOP;
  const from = i === 0 ? 92 : x - 270;
  const next = i === STATES.length - 1;
  return (
    <g>
      {i === 0 && (
        <path d={`M${from},${Y}H${x - 32}`} stroke="var(--ink-3)" strokeWidth="2" markerEnd="url(#stair-arrow)" />
      )}
      <path
        d={`M${x + 32},${Y}H${next ? 1284 : x + 268}`}
        stroke="var(--ink-3)"
        strokeWidth="2"
        strokeDasharray={i >= STOP ? '2 6' : undefined}
        markerEnd="url(#stair-arrow)"
      />
      {!next && (
        <text
          x={x + 150}
          y={Y - 14}
          fontSize="16"
          textAnchor="middle"
          fill={i >= STOP ? 'var(--ink-3)' : 'var(--ink-2)'}
        >
          search
        </text>
      )}
      <circle
        cx={x}
        cy={Y}
        r={28}
        fill="var(--surface)"
        stroke={isStop ? 'var(--judge-1)' : isAfter ? 'var(--ink-3)' : 'var(--ink)'}
        strokeWidth={isStop ? 5 : 2}
        strokeDasharray={isAfter ? '5 4' : undefined}
      />
      <text
        x={x}
        y={Y + 7}
        fontSize="20"
        fontWeight="600"
        textAnchor="middle"
        fill={isAfter ? 'var(--ink-3)' : 'var(--ink)'}
      >
        {i}
      </text>
      <text x={x} y={Y - 46} fontSize="16" textAnchor="middle" fill={isAfter ? 'var(--ink-3)' : 'var(--ink-2)'}>
        {label}
      </text>
      {!isAfter && <Asked x={x} isStop={isStop} />}
      {isAfter && (
        <text x={x} y={Y + 68} fontSize="16" textAnchor="middle" fill="var(--ink-3)">
          never reached
        </text>
      )}
    </g>
  );
}

function Asked({ x, isStop }: { readonly x: number; readonly isStop: boolean }) {
  return (
    <>
      <path d={`M${x},${Y + 32}V${Y + 50}`} stroke={isStop ? 'var(--judge-1)' : 'var(--line-strong)'} strokeWidth="2" />
      <text
        x={x}
        y={Y + 72}
        fontSize="17"
        fontWeight={isStop ? 600 : 400}
        textAnchor="middle"
        fill={isStop ? 'var(--judge-1)' : 'var(--ink-2)'}
      >
        {isStop ? 'score ≥ θ: stop' : 'score < θ: go on'}
      </text>
      {isStop && (
        <>
          <path d={`M${x},${Y + 84}V${Y + 104}`} stroke="var(--judge-1)" strokeWidth="2" />
          <rect
            x={x - 150}
            y={Y + 106}
            width={300}
            height={48}
            rx={10}
            fill="var(--judge-1-faint)"
            stroke="var(--judge-1)"
            strokeWidth="1.5"
          />
          <text x={x} y={Y + 136} fontSize="18" fontWeight="550" textAnchor="middle" fill="var(--ink)">
            answer of this state (probe)
          </text>
        </>
      )}
    </>
  );
}
