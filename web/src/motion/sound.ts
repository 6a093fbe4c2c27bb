/** What a move sounds like: short clicks, made here, that leave other sounds of the device alone. */
import type { Sound } from "../table/table.ts";

interface Studio {
  readonly context: AudioContext;
  /** A tenth of a second of noise, of which paper is made. */
  readonly noise: AudioBuffer;
}

/** A tone: its pitch at the start and at the end, in hertz, and when and how long, in seconds. */
interface Tone {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly time: number;
  readonly loud: number;
}

/** A rustle: the pitch round which it is heard, in hertz, and how long, in seconds. */
interface Rustle {
  readonly pitch: number;
  readonly time: number;
  readonly loud: number;
}

interface Score {
  readonly rustle?: Rustle;
  readonly tones: readonly Tone[];
}

const THUMP: Tone = { from: 150, to: 85, at: 0, time: 0.07, loud: 0.16 };
const LAID: Rustle = { pitch: 1200, time: 0.05, loud: 0.2 };
/** A major chord, in hertz. */
const CHORD = [523.25, 659.25, 783.99, 1046.5];

const SCORES: Readonly<Record<Sound, Score>> = {
  lift: { rustle: { pitch: 2600, time: 0.035, loud: 0.1 }, tones: [] },
  lay: { rustle: LAID, tones: [THUMP] },
  foundation: {
    rustle: LAID,
    tones: [THUMP, { from: 784, to: 784, at: 0.02, time: 0.18, loud: 0.06 }],
  },
  refused: { tones: [{ from: 130, to: 110, at: 0, time: 0.12, loud: 0.14 }] },
  win: {
    tones: CHORD.map((pitch, at) => ({
      from: pitch,
      to: pitch,
      at: 0.13 * at,
      time: 0.5,
      loud: 0.08,
    })),
  },
};

/** What plays the sounds for as long as they are on; the first is heard after a gesture only. */
export function makeSounds(isOn: () => boolean): (name: Sound) => void {
  let studio: Studio | null = null;
  return (name) => {
    if (!isOn()) return;
    studio ??= openStudio();
    if (studio.context.state === "suspended") void studio.context.resume();
    play(studio, SCORES[name]);
  };
}

function openStudio(): Studio {
  // Where a device asks what a sound is for, this one goes together with all others.
  const { audioSession } = navigator as { readonly audioSession?: { type: string } };
  if (audioSession !== undefined) audioSession.type = "ambient";
  const context = new AudioContext({ latencyHint: "interactive" });
  const noise = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return { context, noise };
}

function play(studio: Studio, { rustle, tones }: Score): void {
  if (rustle !== undefined) playRustle(studio, rustle);
  for (const tone of tones) playTone(studio, tone);
}

function playRustle({ context, noise }: Studio, { pitch, time, loud }: Rustle): void {
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(context, context.currentTime, time, loud));
  source.start(context.currentTime, 0, time);
}

function playTone({ context }: Studio, { from, to, at, time, loud }: Tone): void {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: "sine", frequency: from });
  source.frequency.setValueAtTime(from, start);
  source.frequency.linearRampToValueAtTime(to, start + time);
  source.connect(fading(context, start, time, loud));
  source.start(start);
  source.stop(start + time);
}

const SILENT = 0.0001;
const ATTACK = 0.004;

/** A way to the ear that begins without a crack and dies away. */
function fading(context: AudioContext, start: number, time: number, loud: number): GainNode {
  const way = new GainNode(context, { gain: SILENT });
  way.gain.setValueAtTime(SILENT, start);
  way.gain.exponentialRampToValueAtTime(loud, start + ATTACK);
  way.gain.exponentialRampToValueAtTime(SILENT, start + time);
  way.connect(context.destination);
  return way;
}
