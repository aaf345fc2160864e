private import BenchmarkStatistics
internal import TextFormats

/// How often the gate found a difference, by what was planted.
struct CalibrationFigure {
    let file: CalibrationFile

    func figure(id: String) -> Figure {
        let shares = file.plants.map { Double($0.found) / Double(max($0.trials, 1)) }
        return Figure(
            id: id, title: "What the gate finds",
            caption:
                "The share of the gates that found a difference, with its 95% interval. Where nothing was planted, each is a false alarm.",
            label: "Share of gates that found a difference, by planted change: "
                + file.plants.map { "\($0.name): \($0.found) of \($0.trials)" }.joined(separator: ", "),
            traces: [
                [
                    "type": "scatter", "mode": "markers",
                    "x": .strings(file.plants.map { XML.text($0.name) }),
                    "y": Figure.numbers(shares),
                    "error_y": [
                        "type": "data", "symmetric": false, "width": 6, "thickness": 2, "color": "$accent",
                        "array": Figure.numbers(zip(file.plants, shares).map { $0.interval.upper - $1 }),
                        "arrayminus": Figure.numbers(zip(file.plants, shares).map { $1 - $0.interval.lower }),
                    ], "marker": ["size": 11, "color": "$accent"],
                    "hovertemplate": "%{x}: %{y:.0%}<extra></extra>",
                ]
            ],
            layout: [
                "xaxis": ["title": ["text": "planted in the head"], "type": "category"],
                "yaxis": [
                    "title": ["text": "gates that found a difference"], "tickformat": ".0%",
                    "range": [-0.04, 1.04],
                ],
            ], height: 340,
            table: PageTable(
                columns: ["planted", "gates", "found a difference", "95% interval"],
                rows: zip(file.plants, shares).map { plant, share in
                    [
                        .init(plant.name), .init("\(plant.trials)", value: Double(plant.trials)),
                        .init("\(plant.found)", value: share),
                        .init(
                            "\(Decimals.percent(plant.interval.lower)) to \(Decimals.percent(plant.interval.upper))"
                        ),
                    ]
                }, numbers: 1..<4, label: "How often the gate found a difference"))
    }
}
