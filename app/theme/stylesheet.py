"""The style sheet: short, made from a palette. Looks are chosen by the dynamic property ``look`` of a widget."""

from __future__ import annotations

from app.theme.palettes import Palette, mixed

RADIUS = 8
CARD_RADIUS = 12

_SHEET = """
QWidget {{ color: {text}; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {edge}; padding: 5px 8px; }}
QFrame[look="side"] {{ background: {side}; border: 0; border-right: 1px solid {line}; }}
QFrame[look="card"] {{ background: {card}; border: 1px solid {line}; border-radius: 12px; }}
QFrame[look="well"] {{ background: {window}; border: 1px solid {line}; border-radius: 8px; }}
QFrame[look="drop"] {{ background: {window}; border: 1px dashed {edge}; border-radius: 10px; }}
QFrame[look="drop"][hot="true"] {{ background: {accent_tint}; border: 1px dashed {accent}; }}
QFrame[look="chip"] {{ background: {raised}; border: 1px solid {line}; border-radius: 8px; }}
QFrame[look="chip"][faulty="true"] {{ border: 1px solid {bad}; }}
QFrame[look="drop"]:focus, QFrame[look="chip"]:focus {{ border: 2px solid {accent}; }}
QFrame[look="notice"] {{ background: {warning_tint}; border: 1px solid {warning_line}; border-radius: 8px; }}
QFrame[look="message"] {{ background: {raised}; border: 1px solid {edge}; border-radius: 10px; }}
QFrame[look="message"][tone="bad"] {{ background: {bad_tint}; border: 1px solid {bad_line}; }}
QFrame[look="rule"] {{ background: {line}; border: 0; max-height: 1px; min-height: 1px; }}
QFrame[look="quote"] {{ background: {window}; border: 0; border-left: 3px solid {accent}; border-radius: 4px; }}

QLabel {{ background: transparent; }}
QLabel[look="title"] {{ font-size: 22px; font-weight: 600; }}
QLabel[look="heading"] {{ font-size: 15px; font-weight: 600; }}
QLabel[look="brand"] {{ font-size: 16px; font-weight: 700; }}
QLabel[look="figure"] {{ font-size: 20px; font-weight: 600; }}
QLabel[look="muted"] {{ color: {muted}; }}
QLabel[look="small"] {{ color: {muted}; font-size: 12px; }}
QLabel[look="fault"] {{ color: {bad}; font-size: 12px; }}
QLabel[look="good"] {{ color: {good}; }}
QLabel[look="bad"] {{ color: {bad}; }}

QToolButton[look="nav"] {{ border: 2px solid transparent; border-radius: 8px; padding: 7px 4px 7px 10px;
    text-align: left; color: {muted}; background: transparent; }}
QToolButton[look="nav"]:hover {{ background: {nav_hover}; color: {text}; }}
QToolButton[look="nav"]:checked {{ background: {raised_strong}; color: {text}; font-weight: 600; }}
QToolButton[look="nav"]:focus {{ border-color: {accent}; }}
QToolButton[look="menu"] {{ border: 1px solid transparent; border-radius: 6px; padding: 4px 8px; color: {muted};
    background: transparent; }}
QToolButton[look="menu"]:hover, QToolButton[look="menu"]:pressed {{ background: {card}; color: {text}; }}
QToolButton[look="menu"]:focus {{ border-color: {accent}; }}
QToolButton[look="menu"]::menu-indicator {{ image: none; }}
QToolButton[look="flat"] {{ border: 1px solid transparent; border-radius: 6px; padding: 4px; background: transparent; }}
QToolButton[look="flat"]:hover {{ background: {raised}; }}
QToolButton[look="flat"]:focus {{ border-color: {accent}; }}

QPushButton {{ background: {raised}; border: 1px solid {line}; border-radius: 8px; padding: 7px 14px; }}
QPushButton:hover {{ border-color: {edge}; background: {hover}; }}
QPushButton:pressed {{ background: {line}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 6px 13px; }}
QPushButton:disabled {{ color: {faint}; background: {card}; border-color: {line}; }}
QPushButton[look="main"] {{ background: {accent}; border-color: {accent}; color: {on_accent}; font-weight: 600; }}
QPushButton[look="main"]:hover {{ background: {accent_hover}; border-color: {accent_hover}; }}
QPushButton[look="main"]:focus {{ border: 2px solid {text}; padding: 6px 13px; }}
QPushButton[look="main"]:disabled {{ background: {raised}; border-color: {line}; color: {faint}; }}
QPushButton[look="icon"] {{ padding: 7px; }}
QPushButton[look="icon"]:focus {{ padding: 6px; }}
QPushButton[look="link"] {{ background: transparent; border: 1px solid transparent; color: {accent}; padding: 3px 6px;
    font-weight: 600; }}
QPushButton[look="link"]:hover {{ color: {accent_hover}; }}
QPushButton[look="link"]:focus {{ border: 1px solid {accent}; padding: 3px 6px; }}
QPushButton[look="segment"] {{ background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 5px 12px; color: {muted}; }}
QPushButton[look="segment"]:hover {{ color: {text}; }}
QPushButton[look="segment"]:checked {{ background: {raised_strong}; color: {text}; font-weight: 600;
    border-color: {edge}; }}
QPushButton[look="segment"]:focus {{ border: 2px solid {accent}; padding: 4px 11px; }}

QPushButton[look="option"] {{ background: {card}; border: 1px solid {edge}; border-radius: 10px; padding: 0; }}
QPushButton[look="option"]:hover {{ background: {hover_soft}; border-color: {accent}; }}
QPushButton[look="option"]:focus {{ border: 2px solid {accent}; padding: 0; }}
QPushButton[look="option"][state="right"] {{ background: {good_tint}; border: 2px solid {good}; }}
QPushButton[look="option"][state="wrong"] {{ background: {bad_tint}; border: 2px solid {bad}; }}
QPushButton[look="option"][state="right"]:focus, QPushButton[look="option"][state="wrong"]:focus {{
    border-color: {text}; }}
QPushButton[look="option"][state="other"] {{ border-color: {line}; }}
QPushButton[look="choice"] {{ background: {card}; border: 1px solid {edge}; border-radius: 10px; padding: 0;
    text-align: left; }}
QPushButton[look="choice"]:hover {{ background: {hover_soft}; }}
QPushButton[look="choice"]:checked {{ background: {accent_tint}; border: 2px solid {accent}; }}
QPushButton[look="choice"]:focus {{ border: 2px solid {accent}; padding: 0; }}
QPushButton[look="choice"]:checked:focus {{ border-color: {text}; }}
QPushButton[look="choice"]:disabled {{ border-color: {line}; }}
QPushButton[look="choice"] QLabel:disabled {{ color: {faint}; }}
QLabel[look="badge"] {{ background: {raised}; border-radius: 13px; color: {muted}; font-weight: 600; }}
QLabel[look="question"] {{ font-size: 18px; font-weight: 600; }}
QLabel[look="result"] {{ font-size: 26px; font-weight: 600; }}
QLabel[look="strong"] {{ font-weight: 600; }}
QLabel[tone="good"] {{ color: {good}; }}
QLabel[tone="bad"] {{ color: {bad}; }}
QFrame[look="told"] {{ background: {window}; border: 1px solid {line}; border-radius: 10px; }}

QFrame[look="bubble"] {{ background: {accent_tint}; border: 1px solid {line}; border-radius: 12px; }}
QTextBrowser[look="inline"] {{ padding: 0; }}
QPlainTextEdit[look="passage"] {{ background: transparent; border: 0; padding: 4px 2px; font-size: 14px; }}
QPushButton[look="cite"] {{ background: {window}; border: 1px solid {line}; border-radius: 7px; padding: 4px 8px;
    color: {muted}; font-size: 12px; text-align: left; }}
QPushButton[look="cite"]:hover {{ border-color: {edge}; color: {text}; }}
QPushButton[look="cite"]:checked {{ border-color: {accent}; color: {text}; }}
QPushButton[look="cite"]:focus {{ border: 2px solid {accent}; padding: 3px 7px; }}
QPushButton[look="chapter"] {{ background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 0; }}
QPushButton[look="chapter"]:hover {{ background: {raised}; }}
QPushButton[look="chapter"]:focus {{ border: 2px solid {accent}; padding: 0; }}
QTextEdit[look="rich"] {{ background: {field}; border: 1px solid {edge}; border-radius: 8px; padding: 6px 8px;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QTextEdit[look="rich"]:focus {{ border-color: {accent}; }}
QTextEdit[look="rich"][faulty="true"] {{ border-color: {bad}; }}
QTextEdit[look="rich"][faulty="true"]:focus {{ border: 2px solid {bad}; padding: 5px 7px; }}
QToolButton[look="flat"]:checked {{ background: {raised_strong}; border-color: {edge}; }}
QToolButton[look="flat"]:checked:focus {{ border-color: {accent}; }}
QTextBrowser {{ background: transparent; border: 0; padding: 10px; selection-background-color: {accent};
    selection-color: {on_accent}; }}

QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QDoubleSpinBox, QDateTimeEdit {{ background: {field};
    border: 1px solid {edge}; border-radius: 8px; padding: 7px 10px; selection-background-color: {accent};
    selection-color: {on_accent}; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ background: transparent; border: 0; padding: 0; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{ width: 0;
    border: 0; }}
QSpinBox, QDoubleSpinBox {{ padding: 6px 10px 5px 10px; }}
QComboBox, QDateTimeEdit {{ padding: 7px 26px 7px 10px; }}
QDateTimeEdit {{ padding: 6px 26px 5px 10px; }}
QDateTimeEdit QLineEdit {{ background: transparent; border: 0; padding: 0; }}
QCalendarWidget QWidget {{ background: {card}; alternate-background-color: {card}; }}
QCalendarWidget QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 6px;
    padding: 4px 8px; color: {text}; }}
QCalendarWidget QToolButton:hover {{ background: {raised}; }}
QCalendarWidget QAbstractItemView {{ selection-background-color: {accent}; selection-color: {on_accent};
    outline: 0; }}
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QDateTimeEdit:focus {{
    border-color: {accent}; }}
QLineEdit[faulty="true"], QPlainTextEdit[faulty="true"], QComboBox[faulty="true"], QSpinBox[faulty="true"],
QDateTimeEdit[faulty="true"] {{ border-color: {bad}; }}
QLineEdit[faulty="true"]:focus, QPlainTextEdit[faulty="true"]:focus {{ border: 2px solid {bad}; padding: 6px 9px; }}
QComboBox[faulty="true"]:focus {{ border: 2px solid {bad}; padding: 6px 25px 6px 9px; }}
QSpinBox[faulty="true"]:focus {{ border: 2px solid {bad}; padding: 5px 9px 4px 9px; }}
QDateTimeEdit[faulty="true"]:focus {{ border: 2px solid {bad}; padding: 5px 25px 4px 9px; }}
QLineEdit[look="compact"] {{ padding: 2px 8px; }}
QPlainTextEdit[look="code"] {{ background: {window}; border-color: {line}; }}
QPlainTextEdit[look="code"]:focus {{ border-color: {accent}; }}
QFrame[look="once"] {{ background: {accent_tint}; border: 1px solid {accent}; border-radius: 8px; }}
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {{ background: {window};
    border-color: {line}; color: {faint}; }}
QLabel[look="keys"] {{ background: {raised}; border: 1px solid {line}; border-radius: 6px; padding: 3px 9px;
    color: {text}; font-weight: 600; }}
QLineEdit:read-only {{ background: {window}; border-color: {line}; }}
QComboBox::drop-down, QDateTimeEdit::drop-down {{ border: 0; width: 24px; }}
QComboBox::down-arrow, QDateTimeEdit::down-arrow {{ image: url({chevron}); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{ background: {card}; border: 1px solid {edge}; outline: 0; padding: 4px;
    selection-background-color: {raised}; selection-color: {text}; }}
QMenu {{ background: {card}; border: 1px solid {edge}; padding: 6px; }}
QMenu::item {{ padding: 7px 28px 7px 12px; border-radius: 6px; }}
QMenu::item:selected {{ background: {raised}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 6px 4px; }}

QTableView, QListView {{ background: transparent; border: 0; outline: 0; selection-background-color: {raised};
    selection-color: {text}; alternate-background-color: {hover_soft}; }}
QTableView[look="cells"]::item {{ padding: 0 8px; border: 1px solid transparent; }}
QTableView[look="cells"]::item:focus {{ border-color: {accent}; }}
QListWidget::item {{ border: 1px solid transparent; border-radius: 8px; }}
QListView[look="lines"]::item {{ padding: 0 9px; border: 1px solid transparent; border-radius: 8px; }}
QListView[look="lines"]::item:selected {{ background: {raised}; }}
QWidget#show-row[hot="true"] {{ background: {accent_tint}; border: 1px dashed {accent}; border-radius: 8px; }}
QListWidget::item:selected {{ background: {raised}; }}
QListWidget::item:selected:focus, QListView[look="lines"]::item:selected:focus {{ border-color: {accent}; }}
QListWidget::item:hover:!selected {{ background: {hover_soft}; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{ background: transparent; border: 0; border-bottom: 1px solid {line}; color: {muted};
    padding: 8px 12px; text-align: left; }}
QScrollArea {{ background: transparent; border: 0; }}
QScrollArea > QWidget > QWidget[look="clear"] {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 2px 2px 2px 3px; }}
QScrollBar::handle:vertical {{ background: {edge}; border-radius: 3px; min-height: 32px; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 2px; }}
QScrollBar::handle:horizontal {{ background: {edge}; border-radius: 4px; min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
    height: 0; width: 0; }}
QSlider::groove:horizontal {{ background: {wave}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; height: 4px; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {text}; width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; }}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QSlider::sub-page:horizontal:disabled {{ background: {wave}; }}
QSlider::handle:horizontal:disabled {{ background: {edge}; }}
"""


def stylesheet(palette: Palette, *, chevron: str) -> str:
    """The style sheet of a palette; `chevron` is the path of the picture that opens a list."""
    colours = {name: getattr(palette, name) for name in palette.__dataclass_fields__}
    derived = {
        "field": palette.window if palette.dark else palette.card,
        "hover": mixed(palette.text, palette.raised, 0.05),
        "hover_soft": mixed(palette.raised, palette.card, 0.5),
        "faint": mixed(palette.muted, palette.card, 0.7),
        "nav_hover": mixed(palette.card, palette.side, 0.5),
        "raised_strong": palette.raised if palette.dark else palette.card,
        "accent_tint": mixed(palette.accent, palette.window, 0.10),
        "warning_tint": mixed(palette.warning, palette.card, 0.10),
        "warning_line": mixed(palette.warning, palette.card, 0.35),
        "good_tint": mixed(palette.good, palette.card, 0.12),
        "bad_tint": mixed(palette.bad, palette.card, 0.12),
        "bad_line": mixed(palette.bad, palette.card, 0.45),
        "chevron": chevron,
    }
    return _SHEET.format(**colours, **derived)
